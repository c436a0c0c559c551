// A database file of the program: search by conditions, gallery, statistics. Nothing of it leaves the page.

import { thumbnail } from './board.js';
import { Setup } from './setup.js';
import { html, number, words } from './words.js';

/** Problems shown at a time. */
const PAGE = 24;
const OPERATORS = ['=', '>=', '<=', '<>', 'LIKE'];

let database = null;

/** A database in its worker. */
class Database {
  #id = 0;
  #waiting = new Map();

  constructor(name) {
    this.name = name;
    this.worker = new Worker(new URL('database-worker.js', import.meta.url));
    this.worker.onmessage = ({ data: { id, answer, error } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) resolve(answer);
      else reject(new Error(error));
    };
  }

  ask(call, args, transfer = []) {
    this.#id += 1;
    const id = this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, call, args }, transfer);
    });
  }

  rows(sql, values = []) {
    return this.ask('rows', [sql, values]);
  }
}

/** Opens a file. */
export async function openDatabase(app, parent, name, bytes) {
  database?.worker.terminate();
  database = new Database(name);
  app.say(words('opening', name));
  try {
    await database.ask('open', [bytes], [bytes.buffer]);
    // Columns that are computed show in this list only.
    const columns = await database.rows('SELECT name, type FROM pragma_table_xinfo(?)', ['problems']);
    if (!columns.some((column) => column.name === 'sfen')) throw new Error('gyakusan');
    database.columns = columns.filter((column) => column.type !== 'BLOB').map((column) => column.name);
    const [{ count }] = await database.rows('SELECT count(*) AS count FROM problems');
    database.count = count;
    database.conditions = [];
    database.order = 'plies';
    database.descending = true;
    database.complete = database.columns.includes('complete');
    app.say('');
  } catch (error) {
    database.worker.terminate();
    database = null;
    app.say(words('cannotRead', error.message), 'bad');
  }
  showDatabase(app, parent);
}

/** Shows the database that is open, or where to drop one. */
export function showDatabase(app, parent) {
  if (!database) {
    const input = html('input', { type: 'file', hidden: true, id: 'databaseFile' });
    input.addEventListener('change', async () => {
      const [file] = input.files;
      if (file) await openDatabase(app, parent, file.name, new Uint8Array(await file.arrayBuffer()));
    });
    parent.replaceChildren(html('div', { class: 'drop' }, html('p', {}, words('dropHere')), html('label', { class: 'button' }, words('open'), input)));
    return;
  }
  const gallery = html('div', { class: 'gallery' });
  const found = html('p', { id: 'found', role: 'status' });
  const more = html('button', { type: 'button', hidden: true }, words('more'));
  const statistics = html('div', { id: 'statistics' });
  const conditions = html('div');
  for (const condition of database.conditions) conditions.append(conditionRow(condition, conditions));
  const order = selectOf(database.columns, database.order);
  order.addEventListener('change', () => { database.order = order.value; });
  const descending = html('button', { type: 'button' }, database.descending ? '↓' : '↑');
  descending.addEventListener('click', () => {
    database.descending = !database.descending;
    descending.textContent = database.descending ? '↓' : '↑';
  });
  const complete = html('input', { type: 'checkbox', id: 'completeOnly', checked: database.complete });
  complete.addEventListener('change', () => { database.complete = complete.checked; });
  const run = (offset) => search(app, { gallery, found, more, statistics, offset });
  const form = html('form', { id: 'conditions' }, conditions,
    html('div', { class: 'row' },
      html('button', { type: 'button', id: 'addCondition', onclick: () => {
        const condition = { column: 'plies', operator: '>=', value: '' };
        database.conditions.push(condition);
        conditions.append(conditionRow(condition, conditions));
      } }, words('addCondition')),
      database.columns.includes('complete') ? html('label', {}, complete, words('completeOnly')) : null,
      html('label', {}, `${words('sortBy')} `, order), descending,
      html('button', { type: 'submit', class: 'main' }, words('search'))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    run(0);
  });
  more.addEventListener('click', () => run(gallery.childElementCount));
  parent.replaceChildren(
    html('div', { class: 'row' }, html('b', {}, database.name), words('count', number(database.count)), html('button', { type: 'button', onclick: () => {
      database.worker.terminate();
      database = null;
      showDatabase(app, parent);
    } }, words('close'))),
    form, found, gallery, more, statistics,
  );
  run(0);
}

function selectOf(names, chosen) {
  return html('select', {}, ...names.map((name) => html('option', { value: name, selected: name === chosen }, name)));
}

function conditionRow(condition) {
  const column = selectOf(database.columns, condition.column);
  const operator = selectOf(OPERATORS, condition.operator);
  const value = html('input', { value: condition.value });
  column.addEventListener('change', () => { condition.column = column.value; });
  operator.addEventListener('change', () => { condition.operator = operator.value; });
  value.addEventListener('input', () => { condition.value = value.value; });
  const row = html('div', { class: 'condition' }, column, operator, value);
  row.append(html('button', { type: 'button', 'aria-label': words('remove'), onclick: () => {
    database.conditions.splice(database.conditions.indexOf(condition), 1);
    row.remove();
  } }, '×'));
  return row;
}

/** The conditions as SQL. Columns and operators come from lists, values are bound. */
function where() {
  const parts = database.complete ? ['complete = 1'] : [];
  const values = [];
  for (const { column, operator, value } of database.conditions) {
    if (value === '') continue;
    parts.push(`"${column}" ${operator} ?`);
    values.push(Number.isNaN(Number(value)) ? value : Number(value));
  }
  return [parts.length ? `WHERE ${parts.join(' AND ')}` : '', values];
}

async function search(app, { gallery, found, more, statistics, offset }) {
  const [conditions, values] = where();
  const direction = database.descending ? 'DESC' : 'ASC';
  try {
    const [{ count }] = await database.rows(`SELECT count(*) AS count FROM problems ${conditions}`, values);
    const rows = await database.rows(
      `SELECT id, sfen, plies, main_line FROM problems ${conditions} ORDER BY "${database.order}" ${direction}, id LIMIT ${PAGE} OFFSET ${offset}`, values);
    if (!offset) gallery.replaceChildren();
    found.textContent = words('count', number(count));
    gallery.append(...rows.map((row) => card(app, row)));
    more.hidden = gallery.childElementCount >= count;
    if (!offset) await showStatistics(statistics, conditions, values);
  } catch (error) {
    app.say(words('cannotRead', error.message), 'bad');
  }
}

function card(app, { id, sfen, plies, main_line: line }) {
  return html('button', { type: 'button', class: 'card', onclick: () => {
    app.load(sfen, { given: line.split(' ').filter(Boolean) });
    document.getElementById('board').scrollIntoView({ behavior: 'smooth', block: 'nearest' });
  } }, thumbnail(Setup.parse(sfen)), html('small', {}, `${id}　${words('pliesMate', plies)}`));
}

async function showStatistics(parent, conditions, values) {
  const rows = await database.rows(`SELECT plies, count(*) AS count FROM problems ${conditions} GROUP BY plies ORDER BY plies`, values);
  const most = Math.max(1, ...rows.map((row) => row.count));
  parent.replaceChildren(html('h3', {}, words('statistics')), html('table', {},
    html('tr', {}, html('th', {}, words('plyHead')), html('th', {}, words('countHead')), html('th')),
    ...rows.map((row) => html('tr', {}, html('td', {}, String(row.plies)), html('td', {}, number(row.count)),
      html('td', { style: 'text-align:left' }, html('span', { class: 'bar', style: `width:${(row.count / most) * 9}rem` }))))));
}
