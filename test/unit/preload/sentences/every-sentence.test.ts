import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { germanTemplates } from '../../../../preload/sentences/german.ts';
import { partsOf } from '../../../../preload/sentences/template.ts';

/**
 * Every refusal that is written as prose in the sources of what speaks to a window. One without a German form fails here: better say it by
 * code (preload/words), or else add it to preload/sentences/german.
 */
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

/** Sign-in texts of the command line: the window has remedies of its own. */
const ELSEWHERE = new Set([
  'Nothing was changed.',
  'Run `tandem login` again and choose “Allow”.',
  'Run `tandem login` again.',
  'Use another client with --client-id.',
  'Check --base-url.',
  'Check that it is running and that --base-url is right.',
]);

const templates = new Set(Object.keys(germanTemplates()).map(shape));

it('every sentence has a German form', () => {
  const planted =
    'log.warn("Not told to anybody."); tell(`"${a}" was painted. Wash it. ${b}`); throw new Error("A bug is here.");';
  expect(sentencesIn(planted).filter((sentence) => !isKnown(sentence))).toEqual(['"◻" was painted.', 'Wash it.']);

  const found = globSync(SOURCES).flatMap((file) =>
    sentencesIn(readFileSync(file, 'utf8')).map((sentence) => ({ file, sentence })),
  );
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter(({ sentence }) => !isKnown(sentence))).toEqual([]);
  const written = new Set(found.map(({ sentence }) => sentence));
  expect([...ELSEWHERE].filter((sentence) => !written.has(sentence))).toEqual([]);
});

/** Several that stand together are one where the catalogue has them as one. */
function sentencesIn(code: string): readonly string[] {
  const source = ts.createSourceFile('source.ts', code, ts.ScriptTarget.Latest, true);
  return literalsIn(source)
    .filter((text) => /^[\p{Lu}"“◻].* .*\.( ◻)?$/su.test(text) && /\p{L}{2}/u.test(text))
    .flatMap((text) => (isKnown(text) ? [text] : sentencesOf(text)));
}

const isKnown = (text: string): boolean => templates.has(text) || ELSEWHERE.has(text);

/** Each sentence of several; a value between or before them is one of its own. */
const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=\.) |^◻ (?=\p{Lu})/u).filter((sentence) => sentence.replaceAll(/[◻. ]/g, '') !== '');

function shape(template: string): string {
  return partsOf(template)
    .map((part) => (typeof part === 'string' ? part : VALUE))
    .join('');
}

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
