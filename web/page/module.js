// Fetching WebAssembly.

/** The module of a file beside this one; also from a server that does not say that it is WebAssembly. */
export async function compiled(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const isTold = response.headers.get('content-type')?.startsWith('application/wasm');
  return isTold ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
