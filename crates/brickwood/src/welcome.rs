//! What the terminal says about how to get in: addresses, and a QR code of the one for other devices.

use std::{
    io::{self, IsTerminal, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};

use brickwood_server::{Network, SystemNetwork, reached, url};
use qrcode::{EcLevel, QrCode, render::unicode::Dense1x2};

/// Prints a line for the person or script that starts the program. If nobody reads it, the program still runs.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// Says where a program is that listens at these addresses, and is reached from outside at those.
pub(crate) fn say_where(at: &[SocketAddr], outside: &[SocketAddr]) {
    for line in whereabouts(at, outside) {
        say(&line);
    }
}

/// Says to a person how other devices get in, with a QR code for their cameras.
pub(crate) fn say_way_in(at: &[SocketAddr]) {
    if let Some(first) = at.first()
        && io::stdout().is_terminal()
    {
        say(&format!("Other devices open {}", url(*first)));
        say(&code(&url(*first)));
    }
}

/// Where others reach a program that listens at these addresses.
pub(crate) fn outside(at: &[SocketAddr]) -> Vec<SocketAddr> {
    if at.iter().all(|at| at.ip().is_loopback()) {
        return Vec::new();
    }
    reached(at.iter().copied(), &SystemNetwork.addresses())
}

/// A line for each address that a browser can open: the ones for others first.
fn whereabouts(at: &[SocketAddr], outside: &[SocketAddr]) -> Vec<String> {
    let own = at.iter().map(|at| here(*at));
    let mut all = outside.to_vec();
    for at in own {
        if !all.contains(&at) {
            all.push(at);
        }
    }
    let lines = all.into_iter();
    lines
        .map(|at| format!("Brickwood is at {}", url(at)))
        .collect()
}

/// What a browser on this machine opens: "every address" is none that can be opened.
pub(crate) fn here(at: SocketAddr) -> SocketAddr {
    let ip = match at.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, at.port())
}

/// Dark on light in every terminal, whatever its colors are.
const DARK_ON_LIGHT: &str = "\x1b[38;5;16;48;5;231m";
const USUAL: &str = "\x1b[0m";

/// The QR code of a text, as lines for a terminal.
fn code(text: &str) -> String {
    // An address is far shorter than the longest text that a code can hold.
    let Ok(code) = QrCode::with_error_correction_level(text, EcLevel::L) else {
        return String::new();
    };
    let picture = code.render::<Dense1x2>().build();
    let lines = picture.lines();
    let lines: Vec<_> = lines
        .map(|line| format!("{DARK_ON_LIGHT}{line}{USUAL}"))
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use qrcode::Color;

    use super::*;

    fn lines(at: &[&str], outside: &[&str]) -> Vec<String> {
        let parsed = |all: &[&str]| -> Vec<SocketAddr> {
            all.iter().map(|at| at.parse().unwrap()).collect()
        };
        whereabouts(&parsed(at), &parsed(outside))
    }

    #[test]
    fn every_line_names_an_address_that_a_browser_opens() {
        assert_eq!(
            lines(&["127.0.0.1:7878"], &[]),
            ["Brickwood is at http://127.0.0.1:7878"]
        );
        let outside = ["192.168.1.24:7878", "172.17.0.1:7878"];
        assert_eq!(
            lines(&["0.0.0.0:7878"], &outside),
            [
                "Brickwood is at http://192.168.1.24:7878",
                "Brickwood is at http://172.17.0.1:7878",
                "Brickwood is at http://127.0.0.1:7878",
            ]
        );
        assert_eq!(lines(&["[::]:80"], &[]), ["Brickwood is at http://[::1]"]);
        let one = ["192.168.1.24:7878"];
        assert_eq!(lines(&one, &one).len(), 1);
    }

    #[test]
    fn the_code_has_every_dot_of_the_text_and_a_margin_of_four() {
        const MARGIN: usize = 4;
        let text = "http://192.168.1.24:7878";
        let wanted = QrCode::with_error_correction_level(text, EcLevel::L).unwrap();
        let width = wanted.width();
        let mut rows = Vec::new();
        for line in code(text).lines() {
            let line = line.strip_prefix(DARK_ON_LIGHT).unwrap();
            let line = line.strip_suffix(USUAL).unwrap();
            let dots = |dark: [char; 2]| line.chars().map(move |c| dark.contains(&c));
            rows.push(dots(['\u{2580}', '\u{2588}']).collect::<Vec<_>>());
            rows.push(dots(['\u{2584}', '\u{2588}']).collect::<Vec<_>>());
        }
        assert!(rows.len() >= width + 2 * MARGIN);
        for (y, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), width + 2 * MARGIN);
            for (x, &is_dark) in row.iter().enumerate() {
                let inside = |at: usize| (MARGIN..width + MARGIN).contains(&at);
                let dark =
                    inside(x) && inside(y) && wanted[(x - MARGIN, y - MARGIN)] == Color::Dark;
                assert_eq!(is_dark, dark, "{x}, {y}");
            }
        }
    }
}
