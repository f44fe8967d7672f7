# $1 is 0 for a removal, 1 for an upgrade.
if [ "$1" = 0 ] && [ -d /run/systemd/system ]; then
    systemctl disable --now brickwood brickwood-backup.timer
fi
