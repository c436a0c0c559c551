//! The gallery and the page of one problem: frames that the script fills.

use super::Selection;
use super::page::{Page, both};
use picture::browser::STEPS;

/// The gallery 作品一覧.
pub fn gallery(selection: &Selection) -> String {
    let body = format!(
        "<noscript><p>{needs}</p></noscript>\n<div class=\"gallery\">\n\
         <details id=\"fold\" class=\"panel\">\n<summary><span>{fold}</span> <span id=\"asked\"></span></summary>\n\
         <form id=\"filter\" data-label-ja=\"絞り込みと並べ替え\" data-label-en=\"Filter and sort\">\n\
         <p class=\"choice\"><label for=\"which\">{which}</label> <select id=\"which\">\
         <option value=\"ideas\" data-ja=\"筋ごとに一つ\" data-en=\"one of each idea\"></option>\
         <option value=\"groups\" data-ja=\"同じ手順は一つ\" data-en=\"one of each line\"></option>\
         <option value=\"all\" data-ja=\"すべて\" data-en=\"all\"></option></select></p>\n\
         <p class=\"choice\"><label for=\"sort\">{sort}</label> <select id=\"sort\"></select></p>\n\
         <p class=\"choice\"><label for=\"order\">{order}</label> <select id=\"order\">\
         <option value=\"down\" data-ja=\"大きい順\" data-en=\"largest first\"></option>\
         <option value=\"up\" data-ja=\"小さい順\" data-en=\"smallest first\"></option></select></p>\n\
         <fieldset><legend>{conditions}</legend>\n<div id=\"conditions\"></div>\n\
         <p class=\"sides\"><button type=\"button\" id=\"add\">{add}</button>\n\
         <button type=\"reset\" id=\"reset\">{reset}</button></p></fieldset>\n</form>\n</details>\n<div>\n\
         <p id=\"of-idea\" hidden><span id=\"idea\"></span> <button type=\"button\" id=\"any-idea\">{any}</button></p>\n\
         <p id=\"failed\" class=\"alert\" role=\"alert\" hidden></p>\n<p id=\"found\" role=\"status\"></p>\n\
         <p id=\"reach\" hidden><span id=\"looked\"></span> <button type=\"button\" id=\"further\"></button></p>\n\
         <ol id=\"cards\" class=\"boards\"></ol>\n\
         <nav id=\"pages\" data-label-ja=\"一覧のページ\" data-label-en=\"Pages of the gallery\" hidden>\n\
         <button type=\"button\" id=\"earlier\">{earlier}</button>\n\
         <label for=\"number\">{page}</label> <input id=\"number\" type=\"number\" min=\"1\" value=\"1\"> \
         <span id=\"of\"></span>\n\
         <button type=\"button\" id=\"later\">{later}</button>\n</nav>\n</div>\n</div>\n",
        needs = both(
            "この一覧にはJavaScriptが必要です。",
            "This gallery needs JavaScript."
        ),
        conditions = both("条件", "Conditions"),
        add = both("条件を追加", "Add a condition"),
        reset = both("はじめに戻す", "Reset"),
        sort = both("並べ替え", "Sort by"),
        order = both("順序", "Order"),
        fold = both("絞り込みと並べ替え", "Filter and sort"),
        which = both("表示", "Show"),
        any = both("すべての筋", "All ideas"),
        earlier = both("前へ", "Previous"),
        later = both("次へ", "Next"),
        page = both("ページ", "Page"),
    );
    Page {
        file: "gallery.html",
        title: &selection.title,
        heading: ("作品一覧", "Gallery"),
        body: &body,
        with_problems: true,
    }
    .html()
}

/// The page that shows the problem whose number stands behind `#` in its address.
pub fn problem(selection: &Selection) -> String {
    let body = format!(
        "<noscript><p>{needs}</p></noscript>\n\
         <p id=\"failed\" class=\"alert\" role=\"alert\" hidden></p>\n<p id=\"missing\" class=\"alert\" role=\"status\" hidden></p>\n\
         <div id=\"problem\" hidden>\n<p id=\"about\"></p>\n<div class=\"play\">\n\
         <section class=\"stage\" aria-labelledby=\"h-board\">\n<h2 id=\"h-board\" class=\"spoken\">{board}</h2>\n\
         <div id=\"diagram\"></div>\n<div class=\"controls\">\n\
         <div id=\"solving\">\n<p id=\"hand\" role=\"group\" data-label-ja=\"持駒\" data-label-en=\"Pieces in hand\"></p>\n\
         <p id=\"told\" aria-live=\"polite\"></p>\n\
         <p class=\"sides\"><button type=\"button\" id=\"hint\">{hint}</button>\n\
         <button type=\"button\" id=\"retract\">{retract}</button></p>\n</div>\n\
         <div id=\"stepping\" hidden>\n{steps}<p class=\"hint keys\">{keys}</p>\n</div>\n\
         <p class=\"sides\"><button type=\"button\" id=\"reveal\"></button></p>\n</div>\n</section>\n\
         <section class=\"beside\">\n<div id=\"moves\" hidden>\n<h2>{moves}</h2>\n<div id=\"lines\"></div>\n\
         <p><button type=\"button\" id=\"kif\">{kif}</button></p>\n</div>\n\
         <h2>SFEN</h2>\n<p class=\"copy\"><label class=\"spoken\" for=\"sfen\">SFEN</label>\
         <input id=\"sfen\" readonly> <button type=\"button\" id=\"copy\">{copy}</button> \
         <span id=\"copied\" role=\"status\"></span></p>\n</section>\n</div>\n\
         <section aria-labelledby=\"h-near\">\n<h2 id=\"h-near\">{near}</h2>\n<p id=\"others\"></p>\n\
         <ul id=\"near\" class=\"boards\"></ul>\n<p><a id=\"alike\" hidden></a></p>\n</section>\n\
         <section id=\"made-of\" aria-labelledby=\"h-features\" hidden>\n<h2 id=\"h-features\">{features}</h2>\n\
         <p><label><input type=\"checkbox\" id=\"zeros\"> {zeros}</label></p>\n\
         <div id=\"features\" class=\"themes\"></div>\n</section>\n\
         <nav class=\"around\" data-label-ja=\"前後の作品\" data-label-en=\"Previous and next problem\">\n\
         <a id=\"previous\">{previous}</a> <a id=\"next\">{next}</a></nav>\n</div>\n",
        steps = STEPS,
        needs = both(
            "盤の表示にはJavaScriptが必要です。",
            "The board needs JavaScript."
        ),
        board = both("盤面", "Board"),
        keys = both(
            "←→ 一手 · Home End 初形と詰上り · ↑↓ 手順を選ぶ",
            "← → one move · Home End start and end · ↑ ↓ another line"
        ),
        hint = both("ヒント", "Hint"),
        retract = both("待った", "Take back"),
        kif = both("KIF を保存", "Save as KIF"),
        moves = both("手順", "Moves"),
        copy = both("コピー", "Copy"),
        near = both("同じ手順の作品", "Problems with the same line"),
        features = both("特徴", "Features"),
        zeros = both("0 と「いいえ」の項目も", "Also values of 0 and “no”"),
        previous = both("前の作品", "Previous problem"),
        next = both("次の作品", "Next problem"),
    );
    Page {
        file: "problem.html",
        title: &selection.title,
        heading: ("作品", "Problem"),
        body: &body,
        with_problems: true,
    }
    .html()
}
