/* The curve of a run's speed, with a scale: so many steps a second, so long ago. */

/* A number that one reads easily, at least as large: 1, 2 or 5 and zeros. */
function roundUp(number) {
  const power = 10 ** Math.floor(Math.log10(number));
  return [1, 2, 5, 10].map(is => is * power).find(is => is >= number * (1 - 1e-9));
}

function time(seconds) {
  const whole = Math.round(seconds), two = n => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/* `every`: seconds from one rate to the next. */
function drawCurve(svg, rates, every) {
  const wide = svg.clientWidth || 600, high = svg.clientHeight || 176;
  const [left, right, top, bottom] = [58, 8, 8, 24], across = wide - left - right, down = high - top - bottom;
  const step = roundUp(Math.max(...rates, 1e-9) / 4), marks = Math.ceil(Math.max(...rates) / step - 1e-9) || 1;
  const y = rate => top + down * (1 - rate / (step * marks)), x = n => left + across * n / (rates.length - 1);
  const parts = [];
  for (let mark = 0; mark <= marks; mark += 1) {
    parts.push(shape("path", { "class": "scale", d: `M${left} ${y(mark * step)}H${wide - right}` }),
      shape("text", { x: left - 6, y: y(mark * step) + 4, "text-anchor": "end" }, number(mark * step)));
  }
  const long = (rates.length - 1) * every;
  const ago = [[left, "start", say(time(long) + "前", time(long) + " ago")], [wide - right, "end", say("現在", "now")]];
  for (const [at, anchor, words] of ago) { parts.push(shape("text", { x: at, y: high - 6, "text-anchor": anchor }, words)); }
  parts.push(shape("path", { "class": "curve", d: rates.map((rate, n) => `${n ? "L" : "M"}${x(n)} ${y(rate)}`).join("") }));
  svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  const [now, most] = [rates.at(-1), Math.max(...rates)].map(is => number(is < 10 ? is : Math.round(is)));
  svg.setAttribute("aria-label", say(`毎秒の数。現在${now}、最大${most}`, `steps a second: ${now} now, ${most} at most`));
  svg.replaceChildren(...parts);
}
