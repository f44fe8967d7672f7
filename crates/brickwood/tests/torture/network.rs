//! Machines for a test: network namespaces at one switch. The cable between any two of them can be cut.

use std::{
    fs,
    net::Ipv4Addr,
    path::Path,
    process::{Child, Command, Output},
};

/// The names of our namespaces and of our switch begin like this; the number of the process follows.
const NAME: &str = "bwt";

/// The unprivileged user as whom databases run.
const USER: &str = "postgres";

/// Nobody has it.
const NOBODY: &str = "02:00:00:00:00:01";

/// Some machines. They end with this.
pub struct Network {
    name: String,
    subnet: [u8; 3],
    machines: usize,
}

impl Network {
    /// None where we may not make any: that takes root on Linux, and the commands `ip`, `unshare` and `setpriv`.
    pub fn new(machines: usize) -> Option<Self> {
        clear_away();
        let id = std::process::id();
        let network = Self {
            name: format!("{NAME}{id}"),
            // A network that is reserved for tests.
            subnet: [198, 18, (id % 256) as u8],
            machines,
        };
        let is_possible = ["unshare", "setpriv"].iter().all(|program| has(program))
            && ip(&["netns", "add", &network.machine(0)]).is_some();
        is_possible.then(|| {
            network.connect();
            network
        })
    }

    fn connect(&self) {
        let switch = &*self.name;
        must(&["link", "add", switch, "type", "bridge"]);
        must(&["addr", "add", &format!("{}/24", self.host()), "dev", switch]);
        must(&["link", "set", switch, "up"]);
        for place in 0..self.machines {
            let machine = self.machine(place);
            if place > 0 {
                must(&["netns", "add", &machine]);
            }
            let cable = &*machine;
            let card = ["peer", "name", "eth0", "netns", &machine];
            must(&[&["link", "add", cable, "type", "veth"][..], &card].concat());
            must(&["link", "set", cable, "master", switch, "up"]);
            let address = format!("{}/24", self.address(place));
            must(&["-n", &machine, "addr", "add", &address, "dev", "eth0"]);
            must(&["-n", &machine, "link", "set", "eth0", "up"]);
            must(&["-n", &machine, "link", "set", "lo", "up"]);
        }
    }

    fn machine(&self, place: usize) -> String {
        format!("{}-{place}", self.name)
    }

    /// The address of the test itself.
    pub fn host(&self) -> Ipv4Addr {
        self.at(254)
    }

    pub fn address(&self, place: usize) -> Ipv4Addr {
        self.at(place as u8 + 1)
    }

    fn at(&self, number: u8) -> Ipv4Addr {
        let [a, b, c] = self.subnet;
        Ipv4Addr::new(a, b, c, number)
    }

    /// What the addresses of all machines, and of the test, begin with.
    pub fn beginning(&self) -> String {
        let [a, b, c] = self.subnet;
        format!("{a}.{b}.{c}.")
    }

    /// Nothing that one of two machines sends reaches the other any more, and neither is told.
    pub fn cut(&self, one: usize, other: usize) {
        for (from, to) in [(one, other), (other, one)] {
            let (from, to) = (self.machine(from), self.address(to).to_string());
            let nobody = ["lladdr", NOBODY, "dev", "eth0", "nud", "permanent"];
            must(&[&["-n", &from, "neigh", "replace", &to][..], &nobody].concat());
        }
    }

    /// What was cut is whole again.
    pub fn mend(&self, one: usize, other: usize) {
        for (from, to) in [(one, other), (other, one)] {
            let (from, to) = (self.machine(from), self.address(to).to_string());
            must(&["-n", &from, "neigh", "del", &to, "dev", "eth0"]);
        }
    }

    /// The beginning of a command line that runs a program on a machine. It ends when the thread that starts it does.
    pub fn launcher(&self, place: usize) -> Vec<String> {
        let machine = self.machine(place);
        let words = [
            "setpriv",
            "--pdeathsig=KILL",
            "ip",
            "netns",
            "exec",
            &machine,
        ];
        words.map(str::to_owned).to_vec()
    }

    /// The same for a service that runs as the database's user and starts others. They end with it.
    pub fn service_launcher(&self, place: usize) -> Vec<String> {
        let mut words = self.launcher(place);
        let own = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"];
        let user = ["--reuid", USER, "--regid", USER, "--init-groups"];
        words.extend(own.map(str::to_owned));
        words.push("setpriv".to_owned());
        words.extend(user.map(str::to_owned));
        words.push("--pdeathsig=KILL".to_owned());
        words
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for place in 0..self.machines {
            // Its cable goes with it.
            ip(&["netns", "delete", &self.machine(place)]);
        }
        ip(&["link", "delete", &self.name]);
    }
}

/// The processes of a service.
pub fn processes(service: &Child) -> Vec<u32> {
    let own = format!("/proc/{}/ns/pid_for_children", service.id());
    let Ok(own) = fs::read_link(own) else {
        return Vec::new();
    };
    let all = fs::read_dir("/proc").expect("there is a list of processes");
    all.flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|id: &u32| {
            fs::read_link(format!("/proc/{id}/ns/pid")).is_ok_and(|namespace| namespace == own)
        })
        .collect()
}

/// Gives a folder to the user as whom services run.
pub fn give(folder: &Path) {
    let given = Command::new("chown")
        .arg("-R")
        .arg(USER)
        .arg(folder)
        .status();
    assert!(given.expect("chown runs").success());
}

/// Whether there is such a program.
pub fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn ip(arguments: &[&str]) -> Option<Output> {
    let done = Command::new("ip").args(arguments).output().ok();
    done.filter(|done| done.status.success())
}

fn must(arguments: &[&str]) {
    let done = Command::new("ip")
        .args(arguments)
        .output()
        .expect("ip runs");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "ip {}: {said}", arguments.join(" "));
}

/// Removes what tests that were killed have left.
fn clear_away() {
    let Some(names) = ip(&["netns", "list"]) else {
        return;
    };
    let names = String::from_utf8_lossy(&names.stdout).into_owned();
    for name in names.lines().filter_map(|line| line.split(' ').next()) {
        let id = name
            .strip_prefix(NAME)
            .and_then(|rest| rest.split('-').next());
        if let Some(id) = id
            && !Path::new("/proc").join(id).exists()
        {
            ip(&["netns", "delete", name]);
            ip(&["link", "delete", &format!("{NAME}{id}")]);
        }
    }
}
