/** The final page of a sign-in, in the person's browser. */
export type LastPage = { readonly title: string; readonly sentence: string };

export type LastPages = {
  readonly tag: string;
  /** Text of the link back to the program. */
  readonly back: string;
  readonly signedIn: LastPage;
  readonly notSignedIn: LastPage;
  /** Shown if someone opens the URL without a sign-in in progress. */
  readonly nothing: LastPage;
};

/** In the browser's preferred language (RFC 9110 12.5.4). The window's language setting is not available here. */
export function lastPages(acceptLanguage: string | undefined): LastPages {
  return wantedTags(acceptLanguage ?? '').find((tag) => tag === 'de' || tag === 'en') === 'de' ? german : english;
}

/** The primary language tags, most preferred first: `de-AT, en;q=0.8` gives de, en. */
function wantedTags(acceptLanguage: string): readonly string[] {
  return acceptLanguage
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
      return { tag: tag.split('-')[0] ?? '', weight };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

const english: LastPages = {
  tag: 'en',
  back: 'Back to Tandem',
  signedIn: {
    title: 'You are signed in',
    sentence: 'Tandem continues by itself. You can close this page.',
  },
  notSignedIn: {
    title: 'You are not signed in',
    sentence: 'Tandem says why where you started the sign-in. You can close this page.',
  },
  nothing: {
    title: 'Nothing to see here',
    sentence: 'This page only completes a sign-in started by Tandem.',
  },
};

const german: LastPages = {
  tag: 'de',
  back: 'Zurück zu Tandem',
  signedIn: {
    title: 'Sie sind angemeldet',
    sentence: 'Tandem macht von selbst weiter. Sie können diese Seite schließen.',
  },
  notSignedIn: {
    title: 'Sie sind nicht angemeldet',
    sentence: 'Den Grund nennt Tandem dort, wo Sie die Anmeldung begonnen haben. Sie können diese Seite schließen.',
  },
  nothing: {
    title: 'Hier gibt es nichts zu sehen',
    sentence: 'Diese Seite schließt nur eine Anmeldung ab, die Tandem begonnen hat.',
  },
};
