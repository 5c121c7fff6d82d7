import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIsAdmin } from '../../state/account/person.ts';
import type { CommandRefused } from '../../state/bridge/bridge.ts';
import { useDebounced } from '../../state/hooks/use-debounced.ts';
import { SERVICE, useService } from '../../state/service/service.ts';

/** A person with an account, as lists and dialogs name them. */
export type KnownPerson = { readonly id: string; readonly name: string; readonly login: string };

/** Number of accounts to ask for; typing more narrows them down. */
const ASKED = 8;

/**
 * People whose name or sign-in name begins with the word: those whom the window has already met, as owner, author or collaborator of an item, and for
 * those who may look people up, all accounts. None without a word.
 */
export function usePeopleNamed(word: string): {
  readonly people: readonly KnownPerson[];
  readonly isPending: boolean;
  /** The accounts could not be asked for. */
  readonly error: CommandRefused | null;
} {
  const queries = useQueryClient();
  const asked = useDebounced(word.trim(), 150);
  const isAdmin = useIsAdmin();
  const filter = { fields: 'name,login', limit: ASKED, filter_term: asked };
  const found = useService('listUsers', isAdmin && asked !== '' ? { query: filter } : null);
  const isTyped = word.trim() !== '';
  const met = useMemo(() => (isTyped ? peopleMet(queries) : []), [queries, isTyped]);
  const listed = (found.data?.entries ?? []).map(({ id, name = '', login = '' }) => ({ id, name, login }));
  const people = isTyped ? matching(distinct([...met, ...listed]), word.trim()) : [];
  const error = isTyped && found.data === undefined ? found.error : null;
  return { people, error, isPending: isAdmin && isTyped && (found.isPending || asked !== word.trim()) };
}

/** People whose name or sign-in name has a word that starts like this. */
export function matching(people: readonly KnownPerson[], word: string): readonly KnownPerson[] {
  const wanted = word.toLocaleLowerCase();
  return people.filter(({ name, login }) => {
    const [who, from] = [name.toLocaleLowerCase(), login.toLocaleLowerCase()];
    // A word of the domain would find everyone.
    return hasWord(who, wanted) || hasWord(from.replace(/@.*/, ''), wanted) || from.startsWith(wanted);
  });
}

function hasWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at))) return true;
  }
  return false;
}

/** Each person once, with a sign-in name if it is known. */
function distinct(people: readonly KnownPerson[]): readonly KnownPerson[] {
  const known = new Map<string, KnownPerson>();
  for (const person of people) if ((known.get(person.id)?.login ?? '') === '') known.set(person.id, person);
  return [...known.values()];
}

/** How much of the cache is looked at: a list may hold a hundred thousand items. */
const MOST_LOOKED_AT = 20_000;
const MOST_ENTRIES = 500;

/** The people in the cached answers of the service. */
function peopleMet(queries: QueryClient): readonly KnownPerson[] {
  const answers = queries
    .getQueryCache()
    .findAll({ queryKey: [SERVICE] })
    .map(({ state }) => state.data);
  return peopleIn(answers, MOST_LOOKED_AT);
}

/** The people in these answers, wherever in them they are. `most`: values to look at. */
export function peopleIn(answers: readonly unknown[], most: number): readonly KnownPerson[] {
  const found: KnownPerson[] = [];
  let rest: unknown[] = [...answers];
  for (let looked = 0; rest.length > 0 && looked < most; looked += rest.length) {
    const next: unknown[] = [];
    for (const value of rest) {
      const person = personOf(value);
      if (person !== null) found.push(person);
      else next.push(...contentsOf(value));
    }
    rest = next.filter((value) => typeof value === 'object' && value !== null);
  }
  return distinct(found);
}

function contentsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const contents: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return contents.slice(0, MOST_ENTRIES);
}

function personOf(value: unknown): KnownPerson | null {
  if (typeof value !== 'object' || value === null || Reflect.get(value, 'type') !== 'user') return null;
  const [id, name, login] = ['id', 'name', 'login'].map((field): unknown => Reflect.get(value, field));
  if (typeof id !== 'string' || typeof name !== 'string' || name === '') return null;
  return { id, name, login: typeof login === 'string' ? login : '' };
}
