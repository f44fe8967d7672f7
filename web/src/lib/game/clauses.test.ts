import { expect, it } from 'vitest';
import reference from 'virtual:rules';

import { CLAUSE, COST_CLAUSE } from './clauses';

it('names clauses that the rules have', () => {
  const ids = reference.chapters.flatMap(({ clauses }) => clauses.map(({ id }) => id));
  for (const id of [...Object.values(COST_CLAUSE), ...Object.values(CLAUSE)]) {
    expect(ids).toContain(id);
  }
});
