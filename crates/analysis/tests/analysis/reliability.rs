//! The reliability diagram of the book is drawn from the table beside it.

use std::fmt::Write as _;

use brickwood_test_kit::{is_committed, read};

/// The side of the square, in pixels.
const SIDE: f64 = 360.0;
/// Around it.
const MARGIN: f64 = 48.0;
/// A line for each number of players: a color that tells apart in light and dark, and dashes.
const LINES: [(&str, &str); 5] = [
    ("#4477aa", "none"),
    ("#ee6677", "8 3"),
    ("#228833", "2 3"),
    ("#b8860b", "10 3 2 3"),
    ("#aa3377", "5 2"),
];

/// The first table that says how often what was estimated came true: the number of players, and what came less what
/// was estimated in each tenth, in percentage points.
fn measured(page: &str) -> Vec<(&str, Vec<f64>)> {
    let table = page
        .lines()
        .skip_while(|line| !line.starts_with("| players | games | 0-10"))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let rows = table.map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let differences = cells[3..13]
            .iter()
            .map(|cell| cell.parse().expect("points"));
        (cells[1], differences.collect())
    });
    rows.collect()
}

fn diagram(measured: &[(&str, Vec<f64>)]) -> String {
    let x = |percent: f64| MARGIN + SIDE * percent / 100.0;
    let y = |percent: f64| MARGIN + SIDE * (1.0 - percent / 100.0);
    let whole = SIDE + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" width=\"{whole}\" height=\"{whole}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"#808080\">\n\
         <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"#808080\"/>\n\
         <path d=\"M{} {}L{} {}\" stroke=\"#808080\" stroke-dasharray=\"1 4\"/>\n",
        x(0.0),
        y(0.0),
        x(100.0),
        y(100.0)
    );
    let middle = MARGIN + SIDE / 2.0;
    for percent in [0.0, 20.0, 40.0, 60.0, 80.0, 100.0] {
        let (along, up) = (MARGIN + SIDE + 16.0, MARGIN - 6.0);
        writeln!(
            svg,
            "<text x=\"{}\" y=\"{along}\" text-anchor=\"middle\">{percent}</text>\
             <text x=\"{up}\" y=\"{}\" text-anchor=\"end\">{percent}</text>",
            x(percent),
            y(percent) + 4.0
        )
        .expect("text");
    }
    writeln!(
        svg,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">estimated chance to win, %</text>\n\
         <text transform=\"translate(14 {middle})rotate(-90)\" text-anchor=\"middle\">games won, %</text>",
        whole - 12.0
    )
    .expect("text");
    for (place, ((players, differences), (color, dashes))) in
        (0_u8..).zip(measured.iter().zip(LINES))
    {
        let points = differences.iter().zip(0_u8..).map(|(difference, tenth)| {
            let estimated = f64::from(tenth) * 10.0 + 5.0;
            format!("{:.1},{:.1}", x(estimated), y(estimated + difference))
        });
        let points = points.collect::<Vec<_>>().join(" ");
        let (left, top) = (MARGIN + 16.0, MARGIN + 20.0 + 18.0 * f64::from(place));
        writeln!(
            svg,
            "<g stroke=\"{color}\" stroke-width=\"2\" fill=\"none\" stroke-dasharray=\"{dashes}\">\
             <polyline points=\"{points}\"/><path d=\"M{left} {top}h32\"/></g>\
             <text x=\"{}\" y=\"{}\">{players} players</text>",
            left + 40.0,
            top + 4.0
        )
        .expect("text");
    }
    svg + "</svg>\n"
}

#[test]
fn the_diagram_of_the_book_shows_its_table() {
    let page = read("docs/book/analysis.md");
    let measured = measured(&page);
    let players: Vec<&str> = measured.iter().map(|(players, _)| *players).collect();
    assert_eq!(players, ["2", "3", "4", "5", "6"]);
    is_committed("docs/pictures/reliability.svg", &diagram(&measured));
}
