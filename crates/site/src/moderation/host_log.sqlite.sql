-- The log of the host is never changed.
CREATE TRIGGER host_log_stays BEFORE UPDATE ON host_log
BEGIN SELECT RAISE(ABORT, 'the log of the host is never changed'); END;
CREATE TRIGGER host_log_is_kept BEFORE DELETE ON host_log
BEGIN SELECT RAISE(ABORT, 'the log of the host is never shortened'); END;
