//! No file of the repository names a folder of somebody's machine, or the host of a package registry.

use std::env;
use std::path::Path;

use crate::shell::Result;
use crate::tree;

/// Files whose format names the registry.
const MAY_NAME_REGISTRY: &[&str] = &["Cargo.lock", "deny.toml"];

pub(crate) fn complaints(root: &Path) -> Result<Vec<String>> {
    let folders = folders_of_this_machine(root);
    let hosts = registry_hosts();
    let mut complaints = Vec::new();
    for file in tree::files(root)? {
        let Some(text) = tree::text(root, &file)? else { continue };
        let registry_allowed = MAY_NAME_REGISTRY.iter().any(|name| file.ends_with(name));
        let hosts: &[String] = if registry_allowed { &[] } else { &hosts };
        for (number, line) in text.lines().enumerate() {
            if let Some(found) = named_in(line, &folders, hosts) {
                complaints.push(format!("{}:{}: names {found}", file.display(), number + 1));
            }
        }
    }
    Ok(complaints)
}

/// What `line` names that it must not.
fn named_in(line: &str, folders: &[String], hosts: &[String]) -> Option<String> {
    folders
        .iter()
        .find(|folder| names_folder(line, folder))
        .or_else(|| hosts.iter().find(|host| line.contains(host.as_str())))
        .cloned()
}

/// Whether `line` has `folder` as the beginning of an absolute path, and not inside a longer one.
fn names_folder(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        // A letter, a digit or a dot before it makes it a relative path, an address or base64.
        !before.is_some_and(|c| c.is_alphanumeric() || ".-_~/\\+".contains(c))
    })
}

/// Home folders of every system, and this machine's own checkout and home.
fn folders_of_this_machine(root: &Path) -> Vec<String> {
    // Written in parts, or this file would name them.
    let mut folders: Vec<String> = [&["", "home", ""], &["", "root", ""], &["", "Users", ""]]
        .iter()
        .map(|parts| parts.join("/"))
        .collect();
    folders.push(["C:", "Users", ""].join("\\"));
    let home = env::var_os("HOME").map(std::path::PathBuf::from);
    for folder in [Some(root.to_owned()), home].into_iter().flatten() {
        // One name under the top may be a word of its own.
        if folder.components().count() > 2 {
            folders.push(folder.display().to_string());
        }
    }
    folders
}

fn registry_hosts() -> Vec<String> {
    [
        &["crates", "io"][..],
        &["registry", "npmjs", "org"],
        &["registry", "yarnpkg", "com"],
        &["pypi", "org"],
        &["pythonhosted", "org"],
        &["deb", "debian", "org"],
        &["archive", "ubuntu", "com"],
        &["proxy", "golang", "org"],
    ]
    .iter()
    .map(|parts| parts.join("."))
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str) -> Option<String> {
        named_in(line, &folders_of_this_machine(Path::new("/a/checkout")), &registry_hosts())
    }

    #[test]
    fn folders_of_a_machine_are_found() {
        for parts in [["", "home", "ann", "x"], ["", "Users", "ann", "x"], ["", "a", "checkout", "x"]] {
            let line = format!("see {}", parts.join("/"));
            assert!(found(&line).is_some(), "{line}");
        }
        assert!(found(&["path = \"C:", "Users", "ann"].join("\\")).is_some());
        assert!(found(&["", "root", ".cargo"].join("/")).is_some());
    }

    #[test]
    fn paths_inside_the_repository_and_text_are_not() {
        for line in
            ["see web/home/index.html", "../shared/vectors", "/tmp/x", "the root/leaf relation", "A+/root/B"]
        {
            assert_eq!(found(line), None, "{line}");
        }
    }

    #[test]
    fn hosts_of_registries_are_found() {
        for host in registry_hosts() {
            assert!(found(&format!("https://static.{host}/x")).is_some(), "{host}");
        }
        assert_eq!(found("https://www.rfc-editor.org/rfc/rfc9106"), None);
    }
}
