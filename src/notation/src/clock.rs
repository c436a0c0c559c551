//! Elapsed times (消費時間) as files write them.

/// The time that a text begins with, in milliseconds, as files write it, and what stands behind it: minutes and seconds
/// (`0:16`), or hours before them (`00:00:16`); seconds may have a fraction. In brackets the time of the move stands before
/// a slash and the sum behind it; the sum is not read. A number alone in brackets is no time where one with a colon
/// follows: some programs write `(00)` behind a drop, as if it were its origin. `None` if the text begins with no time.
pub fn read(text: &str) -> Option<(u64, &str)> {
    let closing = |sign: char| matches!(sign, ')' | '）');
    if let Some(inner) = text.strip_prefix(['(', '（']) {
        let end = inner.find(closing)?;
        let behind = &inner[end..];
        let behind = &behind[behind.chars().next()?.len_utf8()..];
        let (now, _) = inner[..end]
            .split_once(['/', '／'])
            .unwrap_or((&inner[..end], ""));
        // A comment may have brackets of its own.
        let rest = behind.split('*').next().unwrap_or_default();
        let mut others = rest.split(['(', '（']).skip(1);
        let is_time = |other: &str| other.split(closing).next().is_some_and(has_colon);
        if !has_colon(now) && others.any(is_time) {
            return None;
        }
        return Some((milliseconds(now)?, behind));
    }
    let is_of_time = |sign: char| digit(sign).is_some() || matches!(sign, ':' | '：' | '.' | '/');
    let behind = text.trim_start_matches(is_of_time);
    let (now, _) = text[..text.len() - behind.len()]
        .split_once('/')
        .unwrap_or((&text[..text.len() - behind.len()], ""));
    has_colon(now).then_some(())?;
    Some((milliseconds(now)?, behind))
}

fn has_colon(text: &str) -> bool {
    text.contains([':', '：'])
}

/// A digit, ASCII or full-width.
pub fn digit(sign: char) -> Option<u64> {
    match sign {
        '0'..='9' => Some(sign as u64 - '0' as u64),
        '０'..='９' => Some(sign as u64 - '０' as u64),
        _ => None,
    }
}

/// Hours, minutes and seconds with colons between them, the first of which may be missing.
fn milliseconds(text: &str) -> Option<u64> {
    let mut sum = 0_u64;
    let mut parts = text.trim().split([':', '：']).peekable();
    let mut count = 0;
    while let Some(part) = parts.next() {
        count += 1;
        let is_last = parts.peek().is_none();
        let part = match is_last {
            true => seconds(part.trim())?,
            false => whole(part.trim())?.checked_mul(1000)?,
        };
        sum = sum.checked_mul(60)?.checked_add(part)?;
    }
    (count <= 3).then_some(sum)
}

fn whole(text: &str) -> Option<u64> {
    let mut number = None;
    for sign in text.chars() {
        let so_far: u64 = number.unwrap_or(0);
        number = Some(so_far.checked_mul(10)?.checked_add(digit(sign)?)?);
    }
    number
}

/// Seconds with up to three places behind the point, in milliseconds.
pub fn seconds(text: &str) -> Option<u64> {
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut ms = whole(seconds)?.checked_mul(1000)?;
    for (sign, worth) in fraction.chars().zip([100, 10, 1]) {
        ms = ms.checked_add(digit(sign)? * worth)?;
    }
    Some(ms)
}

/// Minutes and seconds, and the sum in hours, minutes and seconds, as KIF files have them: `( 0:16/00:00:16)`.
pub fn kif(ms: u64, sum: u64) -> String {
    let [now, sum] = [ms, sum].map(|ms| ms / 1000);
    format!(
        "({:2}:{:02}/{:02}:{:02}:{:02})",
        now / 60,
        now % 60,
        sum / 3600,
        sum / 60 % 60,
        sum % 60
    )
}

/// Seconds as CSA files have them, with the thousandths of version 3 where there are any.
pub fn csa(ms: u64) -> String {
    match ms % 1000 {
        0 => format!("T{}", ms / 1000),
        rest => format!("T{}.{rest:03}", ms / 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_way_they_are_written() {
        for (text, ms, behind) in [
            ("( 0:16/00:00:16)", 16_000, ""),
            (
                "(0:16 / 00:00:16) (0:01/00:00:17)",
                16_000,
                " (0:01/00:00:17)",
            ),
            ("（１：０５／００：０１：０５）+", 65_000, "+"),
            ("0:01", 1_000, ""),
            ("1:00:01 +", 3_601_000, " +"),
            ("0:01/00:00:01", 1_000, ""),
            ("(12)", 12_000, ""),
            ("(5) (7)", 5_000, " (7)"),
            ("(12) *(1:23)", 12_000, " *(1:23)"),
            ("(0:01.5/0:0:0)", 1_500, ""),
        ] {
            assert_eq!(read(text), Some((ms, behind)), "{text}");
        }
        for text in [
            "",
            "12",
            "(a)",
            "()",
            "(1:2:3:4)",
            "(00)   ( 0:05/00:00:05)",
            "（１２）（０：０５）",
            "(1:2",
            "(::)",
            "+",
            "(99999999999999999999:00)",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn times_are_read_as_they_are_written() {
        for ms in [0, 1_000, 59_000, 60_000, 3_599_000, 3_600_000, 400_000_000] {
            assert_eq!(read(&kif(ms, ms)), Some((ms, "")));
            assert_eq!(seconds(&csa(ms)[1..]), Some(ms));
        }
        assert_eq!(seconds(&csa(61_005)[1..]), Some(61_005));
        assert_eq!(kif(16_000, 3_676_000), "( 0:16/01:01:16)");
    }
}
