import { expect, it } from 'vitest';
import { withGroupAsAncestor } from '../../../build/group-ancestors.ts';

it.each([
  [String.raw`.group-hover\:grid:is(:where(.group):hover *)`, String.raw`:where(.group):hover .group-hover\:grid`],
  [
    String.raw`.group-data-tiles\/frame\:border:is(:where(.group\/frame)[data-tiles] *)`,
    String.raw`:where(.group\/frame)[data-tiles] .group-data-tiles\/frame\:border`,
  ],
  [
    String.raw`.x:is(:where(.group)[aria-selected="true"] *):before`,
    String.raw`:where(.group)[aria-selected="true"] .x:before`,
  ],
])('writes the group of %s as an ancestor', (written, expected) => {
  expect(withGroupAsAncestor(written)).toBe(expected);
});

it.each([
  '.grid',
  '.x:not(:is(:where(.group)[data-focused] *))',
  '.above .x:is(:where(.group):hover *)',
  '.x:is(:where(.group):is([open], :open) *)',
  '.x:is(:where(.peer):checked ~ *)',
])('leaves %s', (selector) => {
  expect(withGroupAsAncestor(selector)).toBe(selector);
});
