-- Plans are made once, perhaps while the tables are small, and then kept: plans with an index stay good.
SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
