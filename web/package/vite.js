// Vite serves the package in development from a folder of its own, and up to version 7 it leaves other files behind. It is
// asked for them, as its own scripts ask: where they lie is a matter of its settings and of the workspace.

/** The address of a file of the package; undefined where Vite does not serve this. */
export async function servedByVite(file) {
  const base = import.meta.env?.BASE_URL;
  if (base === undefined) return undefined;
  try {
    const module = await import(/* @vite-ignore */ /* webpackIgnore: true */ `${base}@id/gyakusan/${file}?import&url`);
    return new URL(module.default, location.href).href;
  } catch {
    return undefined;
  }
}
