// An engine in a thread of its own: it answers one question at a time.

/** Errors lose their class and their fields on the way. */
function told(error) {
  const { name, code, at, line } = error ?? {};
  return { name, code, at, line, message: String(error?.message ?? error) };
}

/** Answers what is heard, once the package is there: `post` sends a message, `hear` takes who gets those that come. */
export function serve(load, post, hear) {
  let engine = null;
  const answer = async ({ start, call, args, options, listens }) => {
    try {
      if (start) {
        const { Engine } = await load(start.source);
        engine = new Engine(start.megabytes);
        post({ started: true });
        return;
      }
      const progress = listens ? (nodes) => post({ nodes }) : undefined;
      post({ answer: engine[call](...args, { ...options, progress }) });
    } catch (error) {
      post({ error: told(error) });
    }
  };
  // A question may come while the engine is still being loaded.
  let last = Promise.resolve();
  hear((message) => { last = last.then(() => answer(message)); });
}
