import { load } from 'gyakusan';

const { Engine, japanese } = await load();
const engine = new Engine(16);
const report = engine.check('8k/6S2/9/7LB/9/9/9/9/9 b - 1', { nodes: 1_000_000 });
console.log(report.status, report.plies, report.complete, report.main_line_japanese);
for (const { kind, moves } of report.lines) {
  console.log(kind, japanese(report.sfen, moves).join(' '));
}
engine.free();
