// A record in the normal form as both programs write it. json-kifu-format writes nothing but JKF.

import jkf from 'json-kifu-format';
import * as tsshogi from 'tsshogi';
import { toJkf, toTsshogi } from './normal.mjs';

const { JKFPlayer, Normalizer, Shogi } = jkf;

/** The writers, by the names of their texts. */
export const WRITERS = {
  'tsshogi.kif': (form) => tsshogi.exportKIF(toTsshogi(form)),
  'tsshogi.ki2': (form) => tsshogi.exportKI2(toTsshogi(form)),
  'tsshogi.csa': (form) => tsshogi.exportCSA(toTsshogi(form)),
  'tsshogi.jkf': (form) => tsshogi.exportJKFString(toTsshogi(form)),
  'jkf.jkf': (form) => {
    const shogi = new Shogi.Shogi();
    shogi.initializeFromSFENString(form.sfen);
    const initial = { preset: 'OTHER', data: JKFPlayer.getState(shogi) };
    return new JKFPlayer(Normalizer.normalizeMinimal({ header: {}, initial, moves: toJkf(form) })).toJKF();
  },
};
