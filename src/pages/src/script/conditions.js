/* The conditions that the gallery filters by: rows of a column and what its value must be. */

/* Fills a choice of columns. */
function listColumns(select, chosen) {
  select.replaceChildren();
  about.themes.forEach(([en, ja], theme) => {
    const columns = about.columns.filter(column => column.theme === theme);
    if (columns.length) {
      select.append(element("optgroup", { label: say(ja, en) },
        ...columns.map(column => element("option", { value: column.name }, nameOf(column)))));
    }
  });
  select.value = chosen;
}

/* The rows in an element; `changed` is called when a column is chosen or a row goes. */
function conditionList(list, changed) {
  let serial = 0;

  function fields(box, column, low, high) {
    const field = (value, type, ja, en) => {
      const is = element("input", { type, step: "any", placeholder: say(ja, en),
        "aria-label": nameOf(column) + " " + say(ja, en) });
      is.value = value;
      return is;
    };
    if (column.kind === "flag") {
      const answers = [["", "どちらでも", "any"], ["1", "はい", "yes"], ["0", "いいえ", "no"]];
      const flag = element("select", { "aria-label": nameOf(column) },
        ...answers.map(([value, ja, en]) => element("option", { value }, say(ja, en))));
      flag.value = low;
      box.replaceChildren(flag);
    } else if (column.kind === "text") {
      const [ja, en] = holdsSquares(column) ? ["２二、22、2b", "2b"] : ["と等しい", "equals"];
      const text = field(low, "text", ja, en);
      /* What is typed so far may be none yet. */
      const tell = () => text.setAttribute("aria-invalid", holdsSquares(column) && text.value.trim() !== "" && squareOf(text.value.trim()) === null);
      text.addEventListener("input", tell);
      tell();
      box.replaceChildren(text);
    } else {
      box.replaceChildren(field(low, "number", "以上", "from"), field(high, "number", "以下", "to"));
    }
  }

  function add(name, low = "", high = "") {
    const id = "column-" + (serial += 1);
    const select = element("select", { id }), box = element("span", { "class": "fields" });
    const fill = (low, high) => {
      const column = about.named.get(select.value);
      select.title = say(column.ja, column.en);
      fields(box, column, low, high);
    };
    const remove = element("button", { type: "button", "aria-label": say("条件を消す", "Remove condition") }, "✕");
    const row = element("div", { "class": "condition" },
      element("label", { "for": id, "class": "spoken" }, say("列", "Column")), select, box, remove);
    listColumns(select, name);
    fill(low, high);
    select.addEventListener("change", () => { fill("", ""); changed(); });
    remove.addEventListener("click", () => { row.remove(); changed(); byId("add").focus(); });
    list.append(row);
    return select;
  }

  /* The column, the least and the greatest value of each row, as they were typed. */
  function read() {
    return Array.from(list.children, row => {
      const [low, high] = Array.from(row.querySelector(".fields").children, is => is.value.trim());
      return [row.querySelector("select").value, low || "", high || ""];
    });
  }

  function set(conditions) {
    list.replaceChildren();
    for (const [name, low, high] of conditions) {
      if (about.named.has(name)) { add(name, String(low || ""), String(high || "")); }
    }
  }

  return { add, read, set };
}

/* Whether a condition asks anything. */
function asks([, low, high]) { return low !== "" || high !== ""; }

/* Whether a block may have a problem for which a condition holds, as far as that is told without loading it. */
function mayHold([name, low, high], block) {
  const column = about.named.get(name), range = rangeOf(column, block);
  if (!range || column.kind === "text") { return true; }
  if (column.kind === "flag") { return range[0] <= Number(low) && Number(low) <= range[1]; }
  return (low === "" || range[1] >= Number(low)) && (high === "" || range[0] <= Number(high));
}

/* What a condition asks of a problem by its number in the block. */
async function testOf([name, low, high], block) {
  const values = await loadColumn(name, block);
  const column = about.named.get(name);
  if (holdsSquares(column)) {
    const square = squareOf(low);
    return at => square !== null && values[at] === square;
  }
  if (column.kind === "text") { return at => values[at] === low; }
  if (column.kind === "flag") { return at => values[at] === Number(low); }
  return at => values[at] !== null && (low === "" || values[at] >= Number(low))
    && (high === "" || values[at] <= Number(high));
}
