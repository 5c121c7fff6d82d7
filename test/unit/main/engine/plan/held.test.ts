import { expect, it } from 'vitest';
import { localAt } from '../../../../support/model-world.ts';
import { situation } from './situation.ts';

it('[P46] held deletes stay held, even the last one, and others pass', () => {
  const s = situation({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', 'd.txt': 'd' });
  const held = new Set([localAt(s.world, 'a.txt').id]);
  s.here.remove('a.txt');
  s.here.remove('b.txt');
  const guard = { items: 50, share: 0.25 };
  const nobody = { localIds: new Set<never>(), itemIds: new Set<never>() };

  const made = s.plan({ guard, held: { ...nobody, localIds: held } });
  expect(made.held).toMatchObject([{ what: 'deletes', direction: 'to-remote', nodes: 1 }]);
  expect(made.steps.map(({ kind }) => kind)).toEqual(['trash-remote']);
  expect(s.plan({ guard, held: { ...nobody, localIds: held }, released: { ...nobody, localIds: held } }).held).toEqual(
    [],
  );
});
