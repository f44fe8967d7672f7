# $1 is 1 for an installation, 2 for an upgrade.
if command -v systemd-sysusers >/dev/null; then
    systemd-sysusers brickwood.conf
fi
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    if [ "$1" = 1 ]; then
        systemctl enable --now brickwood
    else
        systemctl try-restart brickwood
    fi
fi
