import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** A window gets its texts by code (preload/words). Prose in a source that speaks to a window fails here. */
const SOURCES = [
  'main/engine/{*,acts/**/*,face/**/*,recover/**/*,report/**/*,root/**/*}.ts',
  'main/commands/**/*.ts',
  'main/ipc/call-command.ts',
  'main/account/{check-address,sign-in/sign-in,sign-in/authorization-server,tokens/renewing-login,private-service/private-service}.ts',
  'main/compose/{account/accounts,commands}.ts',
  'preload/{bridge,ipc/transport/frame-client,ipc/transport/parse}.ts',
];

/** A value in a sentence. */
const VALUE = '◻';

/** Texts of the command line. */
const ELSEWHERE = new Set([
  'A renewal of your sign-in was interrupted before its answer could be kept, so the sign-in was lost.',
  'Your sign-in has ended: it was revoked, or not used for too long.',
  'Nothing else was lost.',
  'Sign in again with `tandem login`.',
]);

it('nothing that a window shows is prose in the sources', () => {
  const planted =
    'log.warn("Not told to anybody."); tell(`"${a}" was painted. Wash it. ${b}`); throw new Error("A bug is here.");';
  expect(sentencesIn(planted)).toEqual(['"◻" was painted.', 'Wash it.']);

  const files = globSync(SOURCES);
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    sentencesIn(readFileSync(file, 'utf8')).map((sentence) => ({ file, sentence })),
  );
  expect(found.filter(({ sentence }) => !ELSEWHERE.has(sentence))).toEqual([]);
  const written = new Set(found.map(({ sentence }) => sentence));
  expect([...ELSEWHERE].filter((sentence) => !written.has(sentence))).toEqual([]);
});

function sentencesIn(code: string): readonly string[] {
  const source = ts.createSourceFile('source.ts', code, ts.ScriptTarget.Latest, true);
  return literalsIn(source)
    .filter((text) => /^[\p{Lu}"“◻].* .*\.( ◻)?$/su.test(text) && /\p{L}{2}/u.test(text))
    .flatMap(sentencesOf);
}

/** Each sentence of several; a value between or before them is one of its own. */
const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=\.) |^◻ (?=\p{Lu})/u).filter((sentence) => sentence.replaceAll(/[◻. ]/g, '') !== '');

function literalsIn(source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isForNobody(node)) return;
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push(node.head.text + node.templateSpans.map(({ literal }) => VALUE + literal.text).join(''));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Texts that are logged or thrown: a thrown error gets its words where it becomes an answer. */
function isForNobody(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return /^(?!SignIn|Account).*Error$/.test(node.expression.getText());
  return ts.isCallExpression(node) && /(^|[.?])(log\b.*|warn|assert|strict)$/.test(node.expression.getText());
}
