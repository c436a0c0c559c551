// What the page keeps on the device. A page without storage forgets.

const PREFIX = 'gyakusan.';

/** What is kept under a name; `otherwise` where there is nothing, or nothing that can be read. */
export function kept(name, otherwise = null) {
  try {
    return JSON.parse(globalThis.localStorage.getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps something; whether there was room for it. */
export function keep(name, value) {
  try {
    globalThis.localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
