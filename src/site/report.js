"use strict";
/* The pages of a report: two languages, boards drawn from SFEN, filters, lines of moves. The data come
   as scripts that call gyakusan.index and gyakusan.lines. */
var gyakusan = (function () {
  var SIGNS = { P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉",
    "+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍" };
  var HAND = ["R", "B", "G", "S", "N", "L", "P"];
  var SET = { R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };
  var WORDS = { black: "先手", white: "後手", mate: "詰", no_mate: "不詰", unknown: "不明" };
  var PER_PAGE = 24;
  var asked = new URLSearchParams(location.search);
  var data = null, chunks = {}, waiting = {}, redraw = [];

  function byId(id) { return document.getElementById(id); }
  function remember(key, value) {
    try { localStorage.setItem("gyakusan-" + key, value); } catch (refused) { /* then not */ }
  }
  function remembered(key) {
    try { return localStorage.getItem("gyakusan-" + key); } catch (refused) { return null; }
  }
  function element(name, attributes, content) {
    var is = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { is.setAttribute(key, attributes[key]); });
    [].concat(content === undefined ? [] : content).forEach(function (part) { is.append(part); });
    return is;
  }

  /* ---- languages and themes ---- */
  var html = document.documentElement;
  var browser = (navigator.language || "ja").slice(0, 2) === "ja" ? "ja" : "en";
  var language = asked.get("lang") || remembered("language") || browser;
  if (language !== "en") { language = "ja"; }
  var theme = asked.get("theme") || remembered("theme") || "auto";
  html.dataset.language = language;
  html.lang = language;
  html.dataset.theme = theme;

  function say(ja, en) { return language === "ja" ? ja : en; }
  function number(value) {
    return Number.isInteger(value) ? value.toLocaleString("en") : String(Math.round(value * 100) / 100);
  }
  function setWords() {
    html.dataset.language = language;
    html.lang = language;
    document.querySelectorAll("[data-label-ja]").forEach(function (is) {
      is.setAttribute("aria-label", say(is.dataset.labelJa, is.dataset.labelEn));
    });
    document.querySelectorAll("[data-ja]").forEach(function (is) {
      is.textContent = say(is.dataset.ja, is.dataset.en);
    });
    var button = byId("language");
    button.hidden = false;
    button.textContent = say("English", "日本語");
    button.lang = say("en", "ja");
    button = byId("theme");
    button.hidden = false;
    button.textContent = say("配色: ", "Colours: ") + { auto: say("自動", "auto"),
      light: say("明", "light"), dark: say("暗", "dark") }[theme];
    var heading = document.querySelector("h1 .t[lang=" + language + "]");
    var report = document.querySelector(".report");
    if (heading) { document.title = heading.textContent + " · " + report.textContent; }
    redraw.forEach(function (draw) { draw(); });
  }
  function setUp() {
    byId("language").addEventListener("click", function () {
      language = say("en", "ja");
      remember("language", language);
      setWords();
    });
    byId("theme").addEventListener("click", function () {
      theme = { auto: "light", light: "dark", dark: "auto" }[theme] || "auto";
      html.dataset.theme = theme;
      remember("theme", theme);
      setWords();
    });
    if (data && html.dataset.page === "gallery.html") { gallery(); }
    if (data && html.dataset.page === "problem.html") { problem(); }
    setWords();
  }
  document.addEventListener("DOMContentLoaded", setUp);

  /* ---- positions ---- */
  function position(sfen) {
    var words = sfen.split(" "), board = {}, file = 9, rank = 1, promoted = "";
    words[0].split("").forEach(function (sign) {
      if (sign === "/") { rank += 1; file = 9; }
      else if (sign === "+") { promoted = "+"; }
      else if (/[1-9]/.test(sign)) { file -= Number(sign); }
      else {
        board[file * 10 + rank] = { kind: promoted + sign.toUpperCase(), black: sign < "a" };
        promoted = "";
        file -= 1;
      }
    });
    var hands = [{}, {}];
    (words[2] || "-").replace(/([0-9]*)([A-Za-z])/g, function (all, count, sign) {
      hands[sign < "a" ? 0 : 1][sign.toUpperCase()] = Number(count || 1);
    });
    return { board: board, hands: hands, black: words[1] !== "w", last: null };
  }
  function square(text) { return Number(text[0]) * 10 + text.charCodeAt(1) - 96; }
  function play(from, usi) {
    var now = { board: Object.assign({}, from.board), black: !from.black, last: usi,
      hands: [Object.assign({}, from.hands[0]), Object.assign({}, from.hands[1])] };
    var hand = now.hands[from.black ? 0 : 1], to = square(usi.slice(2));
    if (usi[1] === "*") {
      hand[usi[0]] -= 1;
      now.board[to] = { kind: usi[0], black: from.black };
      return now;
    }
    var origin = square(usi), piece = now.board[origin], taken = now.board[to];
    if (taken) {
      var kind = taken.kind.replace("+", "");
      hand[kind] = (hand[kind] || 0) + 1;
    }
    delete now.board[origin];
    now.board[to] = { kind: usi[4] === "+" ? "+" + piece.kind : piece.kind, black: piece.black };
    return now;
  }
  /* Whether the defender's hand is more or less than the rest of the set. */
  function isShort(now) {
    var left = Object.assign({}, SET);
    Object.keys(now.board).forEach(function (at) { left[now.board[at].kind.replace("+", "")] -= 1; });
    return HAND.some(function (kind) {
      return left[kind] - (now.hands[0][kind] || 0) !== (now.hands[1][kind] || 0);
    });
  }

  /* ---- boards ---- */
  var SPACE = "http://www.w3.org/2000/svg";
  function shape(name, attributes) {
    var is = document.createElementNS(SPACE, name);
    Object.keys(attributes).forEach(function (key) { is.setAttribute(key, attributes[key]); });
    return is;
  }
  function sign(group, char, x, y, size, turned) {
    var scale = (turned ? -size : size) / 1000;
    var use = shape("use", { href: "#u" + char.codePointAt(0).toString(16),
      transform: "translate(" + (x - scale * 500) + " " + (y - scale * 500) + ") scale(" + scale + ")" });
    if (char === "☖") {
      use.setAttribute("fill", "none");
      use.setAttribute("stroke", "currentColor");
      use.setAttribute("stroke-width", "70");
    }
    group.append(use);
  }
  function count(n) {
    var digits = "〇一二三四五六七八九十";
    return n > 10 ? "十" + digits[n - 10] : digits[n];
  }
  function drawHand(group, hand, mark, x) {
    var column = [mark, "持", "駒"], gaps = [3];
    HAND.forEach(function (kind) {
      if (hand[kind]) {
        gaps.push(column.length);
        column = column.concat(SIGNS[kind], hand[kind] > 1 ? count(hand[kind]).split("") : []);
      }
    });
    if (column.length === 3) { column.push("な", "し"); }
    var size = Math.min(68, 945 / (column.length + gaps.length * .2)), y = 0;
    column.forEach(function (char, at) {
      if (gaps.indexOf(at) >= 0) { y += size * .2; }
      sign(group, char, x, y + size / 2, size, false);
      y += size;
    });
  }
  function draw(now, label) {
    var both = isShort(now), left = both ? 108.75 : 21.25;
    var svg = shape("svg", { "class": "diagram", viewBox: "0 0 " + (left + 1072.5) + " 1032.5",
      fill: "currentColor", role: "img", "aria-label": label });
    var group = shape("g", { transform: "translate(" + left + " 66.25)" });
    function middle(at) { return [(9.5 - Math.floor(at / 10)) * 100, (at % 10 - .5) * 105]; }
    if (now.last) {
      var to = middle(square(now.last.slice(2)));
      group.append(shape("rect", { "class": "tint", x: to[0] - 50, y: to[1] - 52.5, width: 100, height: 105 }));
      if (now.last[1] !== "*") {
        var from = middle(square(now.last));
        group.append(shape("circle", { cx: from[0], cy: from[1], r: 11, fill: "none",
          stroke: "currentColor", "stroke-width": 4 }));
      }
    }
    group.append(shape("use", { href: "#board" }));
    Object.keys(now.board).forEach(function (at) {
      var piece = now.board[at], place = middle(Number(at));
      sign(group, SIGNS[piece.kind], place[0], place[1], 88, !piece.black);
    });
    drawHand(group, now.hands[0], "☗", 1018);
    if (both) { drawHand(group, now.hands[1], "☖", -64); }
    svg.append(group);
    return svg;
  }

  /* ---- data ---- */
  function index(loaded) {
    data = loaded;
    data.place = {};
    data.ids.forEach(function (id, at) { data.place[id] = at; });
    data.column = {};
    data.terms = {};
    data.columns.forEach(function (pair) {
      var about = pair[0];
      about.values = pair[1];
      data.column[about.name] = about;
      data.terms[about.term] = (data.terms[about.term] || 0) + 1;
    });
    data.members = {};
    data.groups.forEach(function (group, at) {
      if (group !== null) { (data.members[group] = data.members[group] || []).push(at); }
    });
  }
  function valueOf(column, at) {
    return Array.isArray(column.values) ? column.values[at] : column.values;
  }
  function get(name, at) { return valueOf(data.column[name], at); }
  function nameOf(column) {
    var en = column.name.replace(/_/g, " ");
    return say(data.terms[column.term] > 1 ? column.term + " (" + en + ")" : column.term, en);
  }
  function lines(part, loaded) {
    chunks[part] = loaded;
    (waiting[part] || []).forEach(function (then) { then(); });
    delete waiting[part];
  }
  function withLines(at, then) {
    var part = Math.floor(at / data.chunk);
    if (chunks[part]) { then(chunks[part][at % data.chunk]); return; }
    if (!waiting[part]) {
      waiting[part] = [];
      var name = "data/lines-" + String(part).padStart(4, "0") + ".js";
      document.head.append(element("script", { src: name }));
    }
    waiting[part].push(function () { then(chunks[part][at % data.chunk]); });
  }
  function lengthOf(at) {
    var plies = get("plies", at);
    return plies === null ? say("手数不明", "length unknown") : say(plies + "手詰", plies + " plies");
  }
  function card(at) {
    var beauty = get("beauty", at), near = (data.members[data.groups[at]] || []).length;
    var board = draw(position(data.sfens[at]), "");
    board.setAttribute("aria-hidden", "true");
    var about = [beauty === null ? "" : say("美しさ ", "beauty ") + number(beauty)];
    if (near > 1) { about.push(say("類作 ", "same line ") + near); }
    return element("a", { "class": "card", href: "problem.html#" + data.ids[at] }, [board,
      element("span", {}, [element("b", {}, lengthOf(at)), " № " + data.ids[at]]),
      element("small", {}, about.join(" · "))]);
  }

  /* ---- gallery ---- */
  function gallery() {
    var found = [], page = 1, list = byId("conditions"), serial = 0;
    function choice(select, chosen) {
      select.replaceChildren();
      data.themes.forEach(function (words, theme) {
        var group = element("optgroup", { label: say(words[1], words[0]) });
        data.columns.forEach(function (pair) {
          if (pair[0].theme === theme) {
            group.append(element("option", { value: pair[0].name }, nameOf(pair[0])));
          }
        });
        if (group.children.length) { select.append(group); }
      });
      select.value = chosen;
    }
    function fields(row, low, high) {
      var column = data.column[row.select.value], box = row.box;
      box.replaceChildren();
      row.select.title = say(column.ja, column.en);
      function input(value, ja, en, type) {
        var is = element("input", { type: type, step: "any", "aria-label": nameOf(column) + " " + say(ja, en),
          placeholder: say(ja, en) });
        is.value = value;
        box.append(is, " ");
      }
      if (column.kind === "flag") {
        var flag = element("select", { "aria-label": nameOf(column) }, [
          element("option", { value: "" }, say("どちらでも", "any")),
          element("option", { value: "1" }, say("はい", "yes")),
          element("option", { value: "0" }, say("いいえ", "no"))]);
        flag.value = low || "";
        box.append(flag);
      } else if (column.kind === "text") { input(low || "", "と等しい", "equals", "text"); }
      else {
        input(low || "", "以上", "from", "number");
        input(high || "", "以下", "to", "number");
      }
    }
    function add(name, low, high) {
      var id = "column-" + (serial += 1);
      var select = element("select", { id: id });
      var row = element("div", { "class": "condition" });
      row.select = select;
      row.box = element("span", {});
      choice(select, name);
      var label = element("label", { "for": id, "class": "hidden" }, say("列", "Column"));
      var remove = element("button", { type: "button", "aria-label": say("条件を消す", "Remove condition") }, "✕");
      remove.addEventListener("click", function () { row.remove(); apply(); byId("add").focus(); });
      select.addEventListener("change", function () { fields(row); apply(); });
      row.append(label, select, row.box, remove);
      fields(row, low, high);
      list.append(row);
      return row;
    }
    function conditions() {
      return Array.from(list.children).map(function (row) {
        var inputs = Array.from(row.box.children).map(function (is) { return is.value.trim(); });
        return [row.select.value, inputs[0] || "", inputs[1] || ""];
      });
    }
    function test(condition) {
      var column = data.column[condition[0]], low = condition[1], high = condition[2];
      if (low === "" && high === "") { return null; }
      if (column.kind === "text") { return function (at) { return String(valueOf(column, at)) === low; }; }
      if (column.kind === "flag") { return function (at) { return valueOf(column, at) === Number(low); }; }
      return function (at) {
        var value = valueOf(column, at);
        return value !== null && (low === "" || value >= Number(low)) && (high === "" || value <= Number(high));
      };
    }
    function apply(keep) {
      var tests = conditions().map(test).filter(Boolean);
      var column = data.column[byId("sort").value], up = byId("order").value === "up";
      var once = byId("once").checked, seen = {};
      found = [];
      for (var at = 0; at < data.count; at += 1) {
        if (tests.every(function (holds) { return holds(at); })) { found.push(at); }
      }
      found.sort(function (one, other) {
        var a = valueOf(column, one), b = valueOf(column, other);
        if (a === b) { return one - other; }
        if (a === null || b === null) { return a === null ? 1 : -1; }
        return (a < b) === up ? -1 : 1;
      });
      if (once) {
        found = found.filter(function (at) {
          var group = data.groups[at], first = group === null || !seen[group];
          seen[group] = true;
          return first;
        });
      }
      if (!keep) { page = 1; }
      show();
    }
    function note() {
      var state = JSON.stringify([conditions(), byId("sort").value, byId("order").value,
        byId("once").checked, page]);
      try { history.replaceState(null, "", "#" + encodeURIComponent(state)); } catch (refused) { /* then not */ }
    }
    function show() {
      var pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
      page = Math.min(Math.max(1, page || 1), pages);
      var here = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
      byId("cards").replaceChildren.apply(byId("cards"), here.map(function (at) {
        return element("li", {}, card(at));
      }));
      byId("found").textContent = say(number(found.length) + "作", number(found.length) + " problems") +
        say(" / 全" + number(data.count) + "作", " of " + number(data.count));
      byId("pages").hidden = pages === 1;
      byId("number").value = page;
      byId("number").max = pages;
      byId("of").textContent = "/ " + pages;
      byId("earlier").disabled = page === 1;
      byId("later").disabled = page === pages;
      note();
    }
    function turn(to) {
      page = to;
      show();
      byId("found").scrollIntoView();
    }
    function start() {
      list.replaceChildren();
      add("plies");
      add("sacrifices");
      add("attacker_in_hand");
      choice(byId("sort"), "beauty");
      byId("order").value = "down";
      byId("once").checked = true;
    }
    start();
    try {
      var state = JSON.parse(decodeURIComponent(location.hash.slice(1)));
      list.replaceChildren();
      state[0].forEach(function (is) { if (data.column[is[0]]) { add(is[0], is[1], is[2]); } });
      if (data.column[state[1]]) { byId("sort").value = state[1]; }
      byId("order").value = state[2] === "up" ? "up" : "down";
      byId("once").checked = Boolean(state[3]);
      page = Number(state[4]) || 1;
    } catch (none) { start(); }
    byId("filter").addEventListener("submit", function (event) { event.preventDefault(); apply(); });
    byId("filter").addEventListener("input", function (event) {
      if (!event.target.closest(".condition > select")) { apply(); }
    });
    byId("filter").addEventListener("reset", function (event) { event.preventDefault(); start(); apply(); });
    byId("add").addEventListener("click", function () { add("pieces").select.focus(); });
    byId("earlier").addEventListener("click", function () { turn(page - 1); });
    byId("later").addEventListener("click", function () { turn(page + 1); });
    byId("number").addEventListener("change", function () { turn(Number(byId("number").value)); });
    redraw.push(function () {
      var now = conditions(), sort = byId("sort").value;
      list.replaceChildren();
      now.forEach(function (is) { add(is[0], is[1], is[2]); });
      choice(byId("sort"), sort);
      apply(true);
    });
  }

  /* ---- one problem ---- */
  function problem() {
    var at = 0, all = [], line = 0, ply = 0, buttons = [];
    function board() {
      var now = position(data.sfens[at]), moves = all[line].moves;
      for (var made = 0; made < ply; made += 1) { now = play(now, moves[made][0]); }
      var move = ply ? moves[ply - 1] : null;
      var words = move ? say(ply + "手目 " + move[1] + " (" + move[0] + ")",
        "Move " + ply + ": " + move[1] + " (" + move[0] + ")") : say("初形", "Start");
      if (ply && ply === moves.length) { words += line ? say(" — 終わり", " — end") : say(" — 詰み", " — mate"); }
      byId("diagram").replaceChildren(draw(now, words));
      if (byId("shown").textContent !== words) { byId("shown").textContent = words; }
      byId("first").disabled = byId("back").disabled = ply === 0;
      byId("last").disabled = byId("forth").disabled = ply === moves.length;
      buttons.forEach(function (is) {
        /* A move that the main line shares with the line shown stands in the main line. */
        var here = is.line === line || (is.line === 0 && ply <= all[line].shared);
        if (here && is.ply === ply) { is.button.setAttribute("aria-current", "step"); }
        else { is.button.removeAttribute("aria-current"); }
      });
    }
    function step(to) {
      ply = Math.min(Math.max(0, to), all[line].moves.length);
      board();
    }
    function go(to, atPly) {
      line = Math.min(Math.max(0, to), all.length - 1);
      step(atPly);
    }
    function listLines() {
      var box = byId("lines");
      box.replaceChildren();
      buttons = [];
      all.forEach(function (is, number) {
        var name = is.name(), row = element("ol", { "class": "line", "aria-label": name });
        is.moves.slice(is.shared).forEach(function (move, index) {
          var at = is.shared + index + 1;
          var button = element("button", { type: "button", "class": "move" }, [
            element("span", { lang: "ja" }, at + " " + move[1]), element("small", {}, move[0])]);
          button.addEventListener("click", function () { go(number, at); });
          buttons.push({ line: number, ply: at, button: button });
          row.append(element("li", {}, button));
        });
        box.append(element("p", { "class": "line-name" }, name), row);
      });
    }
    function listFeatures() {
      var box = element("div", { "class": "themes" });
      data.themes.forEach(function (words, theme) {
        var rows = element("dl", {});
        data.columns.forEach(function (pair) {
          var column = pair[0], value = valueOf(column, at);
          if (column.theme !== theme || value === null) { return; }
          var text = typeof value === "number" ? number(value) : value;
          text = (WORDS[text] && say(WORDS[text], text)) || text;
          if (column.kind === "flag") { text = value ? say("はい", "yes") : say("いいえ", "no"); }
          rows.append(element("div", { "class": value === 0 ? "zero" : "", "data-column": column.name }, [
            element("dt", { title: say(column.ja, column.en) }, nameOf(column)), element("dd", {}, String(text))]));
        });
        if (rows.children.length) {
          box.append(element("section", {}, [element("h3", {}, say(words[1], words[0])), rows]));
        }
      });
      byId("features").replaceChildren(box);
    }
    function listNear() {
      var near = (data.members[data.groups[at]] || []).filter(function (other) { return other !== at; });
      var words = near.length ? say("玉から見て同じ作意手順の作品 " + near.length + "作",
        near.length + " other problems whose main line is the same as seen from the king")
        : say("この報告にはありません。", "None in this report.");
      byId("near").replaceChildren(element("p", {}, words));
      near.slice(0, 12).forEach(function (other) { byId("near").append(card(other)); });
      if (near.length > 12) {
        byId("near").append(element("p", {}, say("ほか" + (near.length - 12) + "作", "and " + (near.length - 12) + " more")));
      }
    }
    function words(loaded) {
      var title = loaded.title ? "「" + loaded.title + "」" : "";
      byId("about").textContent = [lengthOf(at), loaded.author || "",
        get("sound", at) === 1 ? say("完全作", "complete") : ""].filter(Boolean).join(" · ");
      document.querySelector("h1 .t[lang=ja]").textContent = "作品 " + data.ids[at] + title;
      document.querySelector("h1 .t[lang=en]").textContent = "Problem " + data.ids[at] + title;
      byId("sfen").value = data.sfens[at];
      byId("copied").textContent = "";
      listLines();
      listFeatures();
      listNear();
      board();
    }
    var loaded = null;
    function open() {
      var id = location.hash.slice(1) || String(data.ids[0]);
      var found = data.place[id];
      byId("missing").hidden = found !== undefined;
      byId("problem").hidden = found === undefined;
      if (found === undefined) {
        byId("missing").textContent = say("この番号の作品はこの報告にありません。", "There is no problem of this number in this report.");
        return;
      }
      at = found;
      [["previous", at - 1], ["next", at + 1]].forEach(function (pair) {
        var id = data.ids[pair[1]];
        byId(pair[0]).hidden = id === undefined;
        byId(pair[0]).href = "#" + id;
      });
      withLines(at, function (now) {
        if (at !== found) { return; }
        loaded = now;
        all = [{ moves: now.main, shared: 0, name: function () { return say("作意", "Main line"); } }];
        now.others.forEach(function (other) {
          all.push({ moves: now.main.slice(0, other[2]).concat(other[3]), shared: other[2],
            name: function () {
              return say(other[1] + "(" + (other[2] + 1) + "手目から)", other[0] + ", from move " + (other[2] + 1));
            } });
        });
        line = ply = 0;
        setWords();
        html.dataset.ready = id;
      });
    }
    redraw.push(function () { if (loaded) { words(loaded); } });
    byId("first").addEventListener("click", function () { step(0); });
    byId("back").addEventListener("click", function () { step(ply - 1); });
    byId("forth").addEventListener("click", function () { step(ply + 1); });
    byId("last").addEventListener("click", function () { step(Infinity); });
    byId("copy").addEventListener("click", function () {
      byId("sfen").select();
      function done() { byId("copied").textContent = say("コピーしました", "Copied"); }
      if (navigator.clipboard) {
        navigator.clipboard.writeText(byId("sfen").value).then(done, function () { document.execCommand("copy"); done(); });
      } else { document.execCommand("copy"); done(); }
    });
    document.addEventListener("keydown", function (event) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select") || !all.length) { return; }
      var keys = {
        ArrowLeft: function () { step(ply - 1); }, ArrowRight: function () { step(ply + 1); },
        Home: function () { step(0); }, End: function () { step(Infinity); },
        ArrowUp: function () { go(line - 1, all[Math.max(0, line - 1)].shared + 1); },
        ArrowDown: function () { go(line + 1, all[Math.min(all.length - 1, line + 1)].shared + 1); }
      };
      /* With one line only, up and down scroll. */
      if (!keys[event.key] || (/Up|Down/.test(event.key) && all.length === 1)) { return; }
      event.preventDefault();
      keys[event.key]();
    });
    window.addEventListener("hashchange", open);
    open();
  }

  return { index: index, lines: lines };
}());
