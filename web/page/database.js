// A database file of the program: search by conditions, gallery, statistics. Nothing of it leaves the page.

import { solveOne } from './problems.js';
import { html } from './dom.js';
import { openSet, problemsOf } from './sets.js';
import { thumbnail } from './pieces.js';
import { Questions } from './questions.js';
import { Setup } from './setup.js';
import { asked as askedOf, isNumber } from './ranges.js';
import { number, words } from './words.js';

/** Problems shown at a time. */
const PAGE = 24;
const OPERATORS = ['=', '>=', '<=', '<>', 'LIKE'];

let database = null;

/** A database in its worker. */
class Database {
  #questions = new Questions();

  constructor(name) {
    this.name = name;
    this.worker = new Worker(new URL('database-worker.js', import.meta.url));
    this.worker.onmessage = ({ data }) => this.#questions.hear(data);
    this.worker.onerror = ({ message }) => this.#questions.end(new Error(message));
  }

  ask(call, args, transfer) {
    return this.#questions.ask(this.worker, call, args, { transfer });
  }

  rows(sql, values = []) {
    return this.ask('rows', [sql, values]);
  }
}

/** Opens a file. */
export async function openDatabase(app, parent, name, bytes) {
  closeDatabase();
  app.say(words('opening', name));
  const opened = new Database(name);
  try {
    await opened.ask('open', [bytes], [bytes.buffer]);
    const { COLUMNS, SCHEMA } = await import('./columns.js');
    // In a later one a column may mean something else.
    const [{ schema }] = await opened.rows('SELECT user_version AS schema FROM pragma_user_version');
    if (schema > SCHEMA) throw new Error(words('newerDatabase', schema, SCHEMA));
    // Columns that are computed show in this list only.
    const columns = await opened.rows('SELECT name, type FROM pragma_table_xinfo(?)', ['problems']);
    const has = (name) => columns.some((column) => column.name === name);
    if (!['id', 'sfen', 'plies', 'main_line'].every(has)) throw new Error(words('notOurs'));
    const shown = columns.filter((column) => column.type !== 'BLOB');
    opened.columns = shown.map((column) => column.name);
    opened.types = Object.fromEntries(shown.map((column) => [column.name, column.type]));
    opened.meanings = COLUMNS;
    const [{ count }] = await opened.rows('SELECT count(*) AS count FROM problems');
    opened.count = count;
    opened.conditions = [];
    opened.order = 'plies';
    opened.descending = true;
    opened.complete = has('complete');
    opened.status = has('status') ? 'status' : 'NULL';
    // Whichever is ready last is shown.
    closeDatabase();
    database = opened;
    app.say('');
  } catch (error) {
    opened.worker.terminate();
    app.say(words('cannotRead', error.message), 'bad');
  }
  showDatabase(app, parent);
}

function closeDatabase() {
  database?.worker.terminate();
  database = null;
}

/** Shows the database that is open, or where to drop one. */
export function showDatabase(app, parent) {
  if (!database) {
    const input = html('input', { type: 'file', hidden: true, id: 'databaseFile', 'aria-label': words('open') });
    input.addEventListener('change', async () => {
      const [file] = input.files;
      if (file) await openDatabase(app, parent, file.name, new Uint8Array(await file.arrayBuffer()));
    });
    parent.replaceChildren(html('div', { class: 'drop' }, html('p', {}, words('dropHere')), html('label', { class: 'button' }, words('open'), input)));
    return;
  }
  const gallery = html('div', { class: 'cards gallery' });
  const found = html('p', { id: 'found', role: 'status' });
  const more = html('button', { type: 'button', hidden: true }, words('more'));
  const statistics = html('div', { id: 'statistics' });
  const conditions = html('div');
  for (const condition of database.conditions) conditions.append(conditionRow(condition));
  const order = selectOf(database.columns, database.order, labelled);
  order.setAttribute('aria-label', words('sortBy'));
  order.addEventListener('change', () => { database.order = order.value; });
  const descending = html('button', { type: 'button', 'aria-label': words('descending') }, database.descending ? '↓' : '↑');
  descending.addEventListener('click', () => {
    database.descending = !database.descending;
    descending.textContent = database.descending ? '↓' : '↑';
  });
  const complete = html('input', { type: 'checkbox', id: 'completeOnly', checked: database.complete });
  complete.addEventListener('change', () => { database.complete = complete.checked; });
  // What is asked for changes with the next search only: what follows is more of the same.
  let asked = null;
  const wrong = html('p', { class: 'bad', role: 'alert' });
  const run = async (isNew) => {
    more.disabled = true;
    try {
      if (isNew) asked = query();
      wrong.textContent = '';
      await search(app, asked, { gallery, found, more, statistics, isNew });
    } catch (error) {
      wrong.textContent = words('cannotRead', error.message);
    }
    more.disabled = false;
  };
  const form = html('form', { id: 'conditions' }, conditions,
    html('div', { class: 'row' },
      html('button', { type: 'button', id: 'addCondition', onclick: () => {
        const condition = { column: 'plies', operator: '=', value: '' };
        database.conditions.push(condition);
        conditions.append(conditionRow(condition));
      } }, words('addCondition')),
      database.columns.includes('complete') ? html('label', {}, complete, words('completeOnly')) : null,
      html('span', {}, words('sortBy')), order, descending,
      html('button', { type: 'submit', class: 'main' }, words('search'))));
  const asSet = html('button', { type: 'button', onclick: () => solveFound(app, asked) }, words('solveFound'));
  const alikeOnes = html('button', { type: 'button', onclick: () => showAlike(app, { gallery, found, more, statistics }) }, words('findAlike'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    run(true);
  });
  more.addEventListener('click', () => run(false));
  parent.replaceChildren(
    html('div', { class: 'row' }, html('b', {}, database.name), words('count', number(database.count)), html('button', { type: 'button', onclick: () => {
      closeDatabase();
      showDatabase(app, parent);
    } }, words('close'))),
    form, html('div', { class: 'row' }, asSet, alikeOnes), wrong, found, gallery, more, statistics,
  );
  run(true);
}

function selectOf(names, chosen, label = (name) => name) {
  return html('select', {}, ...names.map((name) => html('option', { value: name, selected: name === chosen }, label(name))));
}

/** A column's name, with the Japanese term where that is the language. */
const labelled = (name) => [name, words('term', ...(database.meanings[name] ?? [''])).trim()].filter(Boolean).join(' ');

/** What a column holds. */
const meaning = (name) => words('meaning', ...(database.meanings[name] ?? ['', '', '']));

function conditionRow(condition) {
  const column = selectOf(database.columns, condition.column, labelled);
  const operator = selectOf(OPERATORS, condition.operator);
  const value = html('input', { value: condition.value, 'aria-label': words('value') });
  const example = () => {
    value.placeholder = isNumber(database.types[column.value]) ? '7..11' : '';
  };
  example();
  column.setAttribute('aria-label', words('column'));
  operator.setAttribute('aria-label', words('comparison'));
  const told = html('small', { class: 'facts' }, meaning(condition.column));
  column.addEventListener('change', () => {
    condition.column = column.value;
    example();
    told.textContent = meaning(column.value);
  });
  operator.addEventListener('change', () => { condition.operator = operator.value; });
  value.addEventListener('input', () => { condition.value = value.value; });
  const row = html('div', { class: 'condition' }, column, operator, value);
  row.append(html('button', { type: 'button', 'aria-label': words('remove'), onclick: () => {
    database.conditions.splice(database.conditions.indexOf(condition), 1);
    row.remove();
  } }, '×'), told);
  return row;
}

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

/** The conditions as SQL. Columns and operators come from lists, values are bound. */
function query() {
  const parts = database.complete ? ['complete = 1'] : [];
  const values = [];
  for (const { column, operator, value } of database.conditions) {
    if (value.trim() === '') continue;
    // As it is typed in Japanese: ７..１１.
    for (const [how, what] of askedOf(column, operator, value.normalize('NFKC').trim(), database.types[column])) {
      parts.push(`${quoted(column)} ${how} ?`);
      values.push(what);
    }
  }
  return {
    from: database,
    where: parts.length ? `WHERE ${parts.join(' AND ')}` : '',
    order: `ORDER BY ${quoted(database.order)} ${database.descending ? 'DESC' : 'ASC'}, id`,
    values,
  };
}

async function search(app, { from, where, order, values }, { gallery, found, more, statistics, isNew }) {
  const [{ count }] = await from.rows(`SELECT count(*) AS count FROM problems ${where}`, values);
  const offset = isNew ? 0 : gallery.childElementCount;
  const rows = await from.rows(
    `SELECT id, sfen, plies, ${from.status} AS status, main_line FROM problems ${where} ${order} LIMIT ${PAGE} OFFSET ${offset}`, values);
  if (isNew) gallery.replaceChildren();
  found.textContent = words('count', number(count));
  gallery.append(...rows.map((row) => card(app, row)));
  more.hidden = gallery.childElementCount >= count;
  if (isNew) await showStatistics(statistics, from, where, values);
}

function card(app, { id, sfen, plies, status, main_line: line }) {
  const length = plies !== null ? words('pliesMate', plies) : words(status === 'no_mate' ? 'no_mate' : 'unknown');
  let setup;
  try {
    setup = Setup.parse(sfen);
  } catch (error) {
    // One that is broken keeps no other from being shown.
    return html('div', { class: 'card' }, html('small', {}, `${id}　${words('cannotRead', error.message)}`));
  }
  return html('button', { type: 'button', class: 'card', onclick: async () => {
    let given = (line ?? '').split(' ').filter(Boolean);
    let wrong = null;
    await app.ready;
    try {
      app.gyakusan.position(sfen, given.join(' '));
    } catch (error) {
      given = [];
      wrong = error;
    }
    app.load(sfen, { given, isOther: true });
    app.chooseView('board');
    if (wrong) app.say(words('cannotRead', wrong.message), 'bad');
  } }, thumbnail(setup), html('small', {}, `${id}　${length}`));
}

async function showStatistics(parent, from, where, values) {
  const rows = await from.rows(`SELECT plies, count(*) AS count FROM problems ${where} GROUP BY plies ORDER BY plies`, values);
  const most = Math.max(1, ...rows.map((row) => row.count));
  parent.replaceChildren(html('h3', {}, words('statistics')), html('table', {},
    html('tr', {}, html('th', {}, words('plyHead')), html('th', {}, words('countHead')), html('th')),
    ...rows.map((row) => html('tr', {}, html('td', {}, row.plies === null ? words('noLength') : String(row.plies)), html('td', {}, number(row.count)),
      html('td', { style: 'text-align:left' }, html('span', { class: 'bar', style: `width:${(row.count / most) * 9}rem` }))))));
}

/** So many at most become a set. */
const MOST_OF_A_SET = 300;

/** Solves what was found, one after another. */
async function solveFound(app, { from, where, order, values }) {
  const rows = await from.rows(`SELECT sfen, plies FROM problems ${where ? `${where} AND` : 'WHERE'} plies IS NOT NULL ${order} LIMIT ${MOST_OF_A_SET}`, values);
  if (!rows.length) return;
  const set = openSet(from.name, rows.map(({ sfen, plies }) => ({ sfen: Setup.parse(sfen).sfen(), plies, title: '' })));
  solveOne(app, set, await problemsOf(set), 0);
}

/** The problems of the database that are what is on the board, as it is or mirrored, or that differ from it in few pieces. */
async function showAlike(app, { gallery, found, more, statistics }) {
  const mirrored = Setup.parse(app.sfen());
  mirrored.mirror();
  const { distance } = await import('./alike.js');
  const own = [app.work.setup, mirrored];
  const rows = await database.rows(`SELECT id, sfen, plies, ${database.status} AS status, main_line FROM problems`);
  const near = [];
  for (const row of rows) {
    const least = Math.min(...own.map((one) => distance(one.sfen(), row.sfen)));
    if (least <= MOST_CHANGES) near.push({ ...row, least });
  }
  near.sort((one, other) => one.least - other.least || one.id - other.id);
  found.textContent = words('alikeFound', near.filter((is) => is.least === 0).length, near.filter((is) => is.least > 0).length);
  gallery.replaceChildren(...near.slice(0, 2 * PAGE).map((row) => card(app, row)));
  more.hidden = true;
  statistics.replaceChildren();
}

/** Squares and pieces in hand in which a problem may differ to be called near. */
const MOST_CHANGES = 3;
