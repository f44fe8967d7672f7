//! The bill of materials, in the format `CycloneDX` 1.6: <https://cyclonedx.org/docs/1.6/json/>.

use anyhow::Result;
use serde_json::{Value, json};

use super::contents::{Contents, Package};

/// The text of the file.
pub(crate) fn json(contents: &Contents) -> Result<String> {
    let program = format!("pkg:generic/brickwood@{}", contents.version);
    let used: Vec<String> = contents.packages.iter().map(Package::url).collect();
    let mut dependencies = vec![json!({ "ref": program, "dependsOn": used })];
    dependencies.extend(
        contents
            .packages
            .iter()
            .map(|package| json!({ "ref": package.url(), "dependsOn": package.uses })),
    );
    let components: Vec<Value> = contents.packages.iter().map(component).collect();
    let bom = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "bom-ref": program,
            "name": "brickwood",
            "version": contents.version,
            "purl": program,
            "licenses": [{ "expression": "MIT OR Apache-2.0" }],
        } },
        "components": components,
        "dependencies": dependencies,
    });
    Ok(serde_json::to_string_pretty(&bom)? + "\n")
}

fn component(package: &Package) -> Value {
    json!({
        "type": "library",
        "bom-ref": package.url(),
        "name": package.name,
        "version": package.version,
        "purl": package.url(),
        "licenses": [{ "expression": package.license }],
    })
}
