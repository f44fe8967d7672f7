//! What is stored of the site and its people beside tables.

use brickwood_site::StoresSite;
use brickwood_storage::Storage;

pub async fn a_setting_has_its_last_value(log: impl Storage) {
    let site = log.site();
    assert_eq!(site.setting("features").await, Ok(None));
    for value in ["{}", "{\"ratings\":true}"] {
        site.set("features", value).await.unwrap();
        site.set("other", "1").await.unwrap();
        let set = site.setting("features").await.unwrap();
        assert_eq!(set.as_deref(), Some(value));
    }
}
