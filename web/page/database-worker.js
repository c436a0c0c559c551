// SQLite in a thread of its own: a large database does not stop the page.
/* global importScripts, initSqlJs */

importScripts('sql-wasm.js');

let database = null;

onmessage = async ({ data: { id, call, args } }) => {
  try {
    if (call === 'open') {
      const SQL = await initSqlJs({ locateFile: (name) => name });
      database?.close();
      database = new SQL.Database(args[0]);
      postMessage({ id, answer: null });
      return;
    }
    const rows = [];
    const statement = database.prepare(args[0]);
    try {
      statement.bind(args[1]);
      while (statement.step()) rows.push(statement.getAsObject());
    } finally {
      statement.free();
    }
    postMessage({ id, answer: rows });
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error) });
  }
};
