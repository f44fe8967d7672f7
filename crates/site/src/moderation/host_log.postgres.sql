-- The log of the host is never changed.
CREATE FUNCTION refuse_change_of_host_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of the host is never changed';
END $$;
CREATE TRIGGER host_log_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON host_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_host_log();
