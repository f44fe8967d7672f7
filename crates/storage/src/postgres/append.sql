-- Appends to many games at once, to each or not at all; the answer names those that have grown.
-- A game that another writer changes at the same time is waited for, and looked at again.
WITH wanted AS MATERIALIZED (
    SELECT * FROM unnest(
        $1::text[], $2::integer[], $3::integer[], $4::smallint[], $5::text[],
        $6::text[], $7::boolean[], $8::bytea[], $9::text[], $21::integer[], $22::smallint[],
        $23::smallint[], $24::text[], $25::smallint[], $26::boolean[], $27::integer[]
    ) AS wanted (
        game, expected, lines, progress, setup, people, listed, host, code, turn, to_act, winners,
        edition, points, watchable, takeover_until
    )
), line AS MATERIALIZED (
    SELECT * FROM unnest(
        $10::text[], $11::integer[], $12::bigint[], $13::smallint[], $14::bigint[],
        $15::bytea[], $16::text[], $17::bigint[], $18::bigint[]
    ) AS line (game, seq, at_ms, actor, client_key, nonce, body, post_hash, mark)
), guest AS MATERIALIZED (
    SELECT * FROM unnest($19::text[], $20::bytea[]) AS guest (game, id)
), known AS MATERIALIZED (
    SELECT line.game FROM line JOIN record
        ON record.game = line.game AND record.actor = line.actor
        AND record.client_key = line.client_key
), locked AS MATERIALIZED (
    -- All writers lock in the same order, so that none waits for one who waits for it.
    SELECT game.id FROM game JOIN wanted ON game.id = wanted.game AND game.head = wanted.expected
    WHERE NOT EXISTS (SELECT FROM known WHERE known.game = game.id)
    ORDER BY game.id
    FOR UPDATE OF game
), grown AS (
    UPDATE game SET
        head = game.head + wanted.lines,
        progress = wanted.progress,
        -- It is forgotten once no bot's seat can be taken any more.
        origin = CASE WHEN wanted.progress = 0
            OR wanted.progress = 1 AND greatest(wanted.turn, 1) <= CASE
                WHEN wanted.people IS NULL THEN game.takeover_until ELSE wanted.takeover_until
            END
            THEN game.origin END,
        kept = game.kept OR wanted.progress = 2
            AND EXISTS (SELECT FROM sitter WHERE sitter.game = game.id),
        ended_ms = CASE
            WHEN wanted.progress = 2 AND game.progress <> 2
            THEN (SELECT max(line.at_ms) FROM line WHERE line.game = game.id)
            ELSE game.ended_ms
        END,
        setup = coalesce(wanted.setup::json, game.setup),
        people = coalesce(wanted.people::json, game.people),
        turn = wanted.turn,
        to_act = wanted.to_act,
        winners = wanted.winners,
        edition = coalesce(wanted.edition, game.edition),
        points = coalesce(wanted.points, game.points),
        listed = CASE WHEN wanted.people IS NULL THEN game.listed ELSE wanted.listed END,
        host = CASE WHEN wanted.people IS NULL THEN game.host ELSE wanted.host END,
        code = CASE WHEN wanted.people IS NULL THEN game.code ELSE wanted.code END,
        watchable = CASE
            WHEN wanted.people IS NULL THEN game.watchable ELSE wanted.watchable
        END,
        takeover_until = CASE
            WHEN wanted.people IS NULL THEN game.takeover_until ELSE wanted.takeover_until
        END
    FROM wanted JOIN locked ON locked.id = wanted.game
    WHERE game.id = wanted.game AND game.head = wanted.expected
    RETURNING game.id, wanted.people IS NOT NULL AS others, game.created_ms,
        game.progress = 2 AS over
), gone AS (
    DELETE FROM sitter USING grown
    WHERE sitter.game = grown.id AND grown.others AND NOT EXISTS (
        SELECT FROM guest WHERE guest.game = sitter.game AND guest.id = sitter.guest
    )
), come AS (
    INSERT INTO sitter (guest, game, over, created_ms)
    SELECT guest.id, guest.game, grown.over, grown.created_ms
    FROM guest JOIN grown ON grown.id = guest.game
    ON CONFLICT DO NOTHING
), ended AS (
    UPDATE sitter SET over = true FROM grown
    WHERE sitter.game = grown.id AND grown.over AND NOT sitter.over AND (
        NOT grown.others
        OR EXISTS (SELECT FROM guest WHERE guest.game = sitter.game AND guest.id = sitter.guest)
    )
), written AS (
    INSERT INTO record (game, seq, at_ms, actor, client_key, nonce, body, post_hash, mark)
    SELECT line.* FROM line JOIN grown ON grown.id = line.game
)
SELECT id FROM grown
