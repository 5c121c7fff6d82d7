import { expect, test } from 'vitest';
import { windowSecrets } from '../../../../../renderer/state/bridge/transport/window-secrets.ts';

/** A page of this address, in a browser that keeps what its tabs store. */
function openPage(address: string, kept = new Map<string, string>()) {
  const { pathname, hash } = new URL(address, 'http://127.0.0.1:4711');
  const shown: string[] = [];
  const page = {
    location: { pathname, hash },
    history: { replaceState: (_state: unknown, _title: string, to: string) => void shown.push(to) },
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    },
  };
  return { secrets: windowSecrets(page as unknown as Window), shown, kept };
}

test('the secret of a link leaves the address at once, and is used up after it was taken', () => {
  const { secrets, shown } = openPage('/open#secret');
  expect([secrets.link(), secrets.session(), shown]).toEqual(['secret', null, ['/']]);
  secrets.forgetLink();
  expect(secrets.link()).toBeNull();
});

test('a fragment of any other page is none, and neither is an empty one', () => {
  expect(openPage('/#/files?folder=0').secrets.link()).toBeNull();
  expect(openPage('/open').secrets.link()).toBeNull();
});

test('a refused session is forgotten, but not one that another tab has got meanwhile', () => {
  const { secrets, kept } = openPage('/');
  secrets.keepSession('old');
  const other = openPage('/', kept);
  other.secrets.keepSession('new');
  secrets.forgetSession('old');
  expect(secrets.session()).toBe('new');
  secrets.forgetSession('new');
  expect(secrets.session()).toBeNull();
});
