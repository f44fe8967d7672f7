-- Appends to many games at once, to each or not at all; the answer names those that have grown.
-- A game that another writer changes at the same time is waited for, and looked at again.
--
-- All joins are nested loops, since a plan is kept for good. So only tables are joined, by their index. What
-- was sent is looked up with NOT IN, or IN as an operand, for which PostgreSQL makes a hash table: a join would
-- compare each game of a group with every other.
WITH wanted AS MATERIALIZED (
    SELECT * FROM unnest(
        $1::text[], $2::integer[], $3::integer[], $4::smallint[], $5::text[],
        $6::text[], $7::boolean[], $8::bytea[], $9::text[], $21::integer[], $22::smallint[],
        $23::smallint[], $24::text[], $25::smallint[], $26::boolean[], $27::integer[],
        $28::bigint[], $30::boolean[], $31::integer[]
    ) AS wanted (
        game, expected, lines, progress, setup, people, listed, host, code, turn, to_act, winners,
        edition, points, watchable, takeover_until, last_ms, over, turn_to_join
    )
), line AS MATERIALIZED (
    SELECT * FROM unnest(
        $10::text[], $11::integer[], $12::bigint[], $13::smallint[], $14::bigint[],
        $15::bytea[], $16::text[], $17::bigint[], $18::bigint[]
    ) AS line (game, seq, at_ms, actor, client_key, nonce, body, post_hash, mark)
), person AS MATERIALIZED (
    SELECT * FROM unnest($19::text[], $20::bytea[], $29::boolean[]) AS person (game, id, over)
), known AS MATERIALIZED (
    SELECT line.game FROM line JOIN record
        ON record.game = line.game AND record.actor = line.actor
        AND record.client_key = line.client_key
), locked AS MATERIALIZED (
    -- All writers lock in the same order, so that none waits for one who waits for it.
    SELECT wanted.* FROM wanted JOIN game ON game.id = wanted.game AND game.head = wanted.expected
    WHERE wanted.game NOT IN (SELECT game FROM known)
    ORDER BY game.id
    FOR UPDATE OF game
), grown AS (
    UPDATE game SET
        head = game.head + locked.lines,
        progress = locked.progress,
        -- It is forgotten once no bot's seat can be taken any more.
        origin = CASE WHEN locked.turn_to_join <= CASE
                WHEN locked.people IS NULL THEN game.takeover_until ELSE locked.takeover_until
            END
            THEN game.origin END,
        kept = game.kept OR locked.over
            AND EXISTS (SELECT FROM sitter WHERE sitter.game = game.id),
        ended_ms = CASE WHEN locked.over THEN coalesce(game.ended_ms, locked.last_ms) END,
        setup = coalesce(locked.setup::json, game.setup),
        people = coalesce(locked.people::json, game.people),
        turn = locked.turn,
        to_act = locked.to_act,
        winners = locked.winners,
        edition = coalesce(locked.edition, game.edition),
        points = coalesce(locked.points, game.points),
        listed = CASE WHEN locked.people IS NULL THEN game.listed ELSE locked.listed END,
        host = CASE WHEN locked.people IS NULL THEN game.host ELSE locked.host END,
        code = CASE WHEN locked.people IS NULL THEN game.code ELSE locked.code END,
        watchable = CASE
            WHEN locked.people IS NULL THEN game.watchable ELSE locked.watchable
        END,
        takeover_until = CASE
            WHEN locked.people IS NULL THEN game.takeover_until ELSE locked.takeover_until
        END
    FROM locked WHERE game.id = locked.game AND game.head = locked.expected
    RETURNING game.id, locked.people IS NOT NULL AS others, locked.over
), gone AS (
    DELETE FROM sitter USING grown
    WHERE sitter.game = grown.id AND grown.others
        AND (sitter.game, sitter.person) NOT IN (SELECT game, id FROM person)
), come AS (
    INSERT INTO sitter (person, game, over, created_ms)
    SELECT person.id, person.game, person.over, game.created_ms
    FROM person JOIN game ON game.id = person.game
    WHERE (person.game IN (SELECT id FROM grown)) IS TRUE
    ON CONFLICT DO NOTHING
), ended AS (
    UPDATE sitter SET over = true FROM grown
    WHERE sitter.game = grown.id AND grown.over AND NOT sitter.over AND (
        NOT grown.others
        OR (sitter.game, sitter.person) IN (SELECT game, id FROM person)
    )
), written AS (
    INSERT INTO record (game, seq, at_ms, actor, client_key, nonce, body, post_hash, mark)
    SELECT * FROM line WHERE (game IN (SELECT id FROM grown)) IS TRUE
)
SELECT id FROM grown
