import { getCurrentUser } from '../../contract/operations/users.ts';
import type { ApiClient } from '../api/api-client.ts';

/** Who is signed in, as the service says. */
export type Person = {
  readonly status: {
    readonly id: string;
    readonly name: string;
    readonly login: string;
    readonly spaceUsed: number;
    /** -1: unlimited. */
    readonly spaceAmount: number;
  };
  /** May administrate the service. */
  readonly isAdmin: boolean;
};

const fields = ['name', 'login', 'space_used', 'space_amount', 'role'];

/** One request. Rejects with `ApiError`: 401 when the token is not accepted. */
export async function askPerson(client: ApiClient, signal?: AbortSignal): Promise<Person> {
  const { body } = await client.call(getCurrentUser, { query: { fields } }, { signal });
  return {
    status: {
      id: body.id,
      name: body.name ?? '',
      login: body.login ?? '',
      spaceUsed: body.space_used ?? 0,
      spaceAmount: body.space_amount ?? -1,
    },
    isAdmin: body.role === 'admin' || body.role === 'coadmin',
  };
}
