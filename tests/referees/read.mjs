// Texts as both programs read them, in the normal form.

import jkf from 'json-kifu-format';
import * as tsshogi from 'tsshogi';
import { fromJkf, fromTsshogi } from './normal.mjs';

const { JKFPlayer, Shogi } = jkf;

// tsshogi 2.2 takes the side that ±ILLEGAL_ACTION names for the other one. It writes it as the format has it, and its next
// version reads it so, too.
const swapFouls = (text) => text.replace(/([-+])(?=ILLEGAL_ACTION)/g, (sign) => (sign === '+' ? '-' : '+'));

const withTsshogi = (parse) => (text) => {
  const record = parse(text);
  if (record instanceof Error) throw record;
  return fromTsshogi(record);
};

const withJkf = (parse, said) => (text) => {
  const { kifu } = parse.call(JKFPlayer, text);
  return fromJkf(kifu, new Shogi.Shogi(kifu.initial ?? undefined).toSFENString(1), said);
};
const all = (line) => [line];
// Of the remarks in CSA files those with a star are comments.
const starred = (line) => (line.startsWith('*') ? [line.slice(1)] : []);

/** The readers, by program and format. */
export const READERS = {
  tsshogi: {
    kif: withTsshogi(tsshogi.importKIF),
    ki2: withTsshogi(tsshogi.importKI2),
    csa: withTsshogi((text) => tsshogi.importCSA(swapFouls(text))),
    jkf: withTsshogi((text) => tsshogi.importJKFString(swapFouls(text))),
  },
  jkf: {
    kif: withJkf(JKFPlayer.parseKIF, all),
    ki2: withJkf(JKFPlayer.parseKI2, all),
    csa: withJkf(JKFPlayer.parseCSA, starred),
    jkf: withJkf(JKFPlayer.parseJKF, all),
  },
};
