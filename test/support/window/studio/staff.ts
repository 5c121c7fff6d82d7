import type { Answers } from '../fake-bridge.ts';
import { now } from '../status-states.ts';
import { people } from './people.ts';

const minute = 60_000;
const day = 86_400_000;
const gigabytes = 1_000_000_000;

/** Everyone with an account at the studio: their role, their state, how long ago they signed in, and the size of their files. */
const staff = (
  [
    ['ann', 'admin', 'active', minute, 41.2],
    ['bob', 'coadmin', 'active', 165 * minute, 28.6],
    ['carol', 'user', 'active', 7 * minute, 19.4],
    ['dev', 'user', 'active', day, 12],
    ['elena', 'user', 'active', null, 0],
    ['farid', 'user', 'cannot_delete_edit', 52 * day, 6.8],
    ['grace', 'user', 'active', 9 * day, 33.1],
    ['hugo', 'user', 'inactive', 265 * day, 9.7],
  ] as const
).map(([name, role, status, ago, used]) => ({
  ...people[name],
  role,
  status,
  last_sign_in_at: ago === null ? null : new Date(now - ago).toISOString(),
  space_used: used * gigabytes,
  space_amount: -1,
  job_title: '',
}));

const page = (entries: readonly object[]) =>
  ({ entries: [...entries], total_count: entries.length, limit: 200, offset: 0, next_marker: null }) as never;

const groups = ['Studio team', 'Site team', 'Clients'].map((name, at) => ({ type: 'group', id: `${at + 21}`, name }));

export const administration: Answers = {
  service: {
    getCurrentUser: () => ({ ...staff[0], enterprise: { id: '1', type: 'enterprise', name: 'Harbour' } }) as never,
    listUsers: ({ query }) => {
      const word = (query?.filter_term ?? '').toLowerCase();
      return page(staff.filter(({ name }) => name.toLowerCase().startsWith(word)));
    },
    getUser: ({ params }) => staff.find(({ id }) => id === params.user_id) as never,
    listGroups: () => page(groups),
  },
};
