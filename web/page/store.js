// What the page keeps on the device. A page without storage forgets.

const PREFIX = 'gyakusan.';

/** The version of what is kept. Things of version 1 have no number with them. */
export const FORMAT = 1;

/** What is kept under a name, as it was written; null where there is nothing. */
export function written(name) {
  try {
    return globalThis.localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Whether a newer page has kept things here. They are left alone: neither read nor written over. */
export const isNewer = () => Number(written('format') ?? FORMAT) > FORMAT;

/** Whether a value is of the kind that is expected. */
function isLike(value, otherwise) {
  if (otherwise === null) return true;
  return typeof value === typeof otherwise && Array.isArray(value) === Array.isArray(otherwise);
}

/** What is kept under a name; `otherwise` where there is nothing, or nothing of its kind that can be read. */
export function kept(name, otherwise = null) {
  if (isNewer()) return otherwise;
  try {
    const value = JSON.parse(written(name)) ?? otherwise;
    return isLike(value, otherwise) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps something; whether it could be kept. */
export function keep(name, value) {
  if (isNewer()) return false;
  try {
    globalThis.localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
