import { describe, expect, test } from 'vitest';
import { placeFieldErrors } from '../../../../../renderer/components/form/place-field-errors.ts';

const refused = (...faults: { name: string; message: string }[]) => ({
  message: 'It was refused.',
  remedy: 'Do it otherwise.',
  faults,
});

describe('the place of an error in a form', () => {
  test('beside the field, without the name that the field has as its label', () => {
    const title = { name: 'title', message: '"title": must have 1 to 50 characters.' };
    expect(placeFieldErrors(refused(title), ['title', 'description'])).toEqual({
      beside: { title: ['Must have 1 to 50 characters.'] },
      foot: null,
    });
  });

  test('in German too, where a name that is no field stays', () => {
    const title = { name: 'title', message: '„title“: darf nicht leer sein.' };
    const login = { name: 'login', message: '„bob“ hat kein Konto.' };
    expect(placeFieldErrors(refused(title, login), ['title', 'login']).beside).toEqual({
      title: ['Darf nicht leer sein.'],
      login: ['„bob“ hat kein Konto.'],
    });
  });

  test('with a capital letter, also where the name stands in the sentence', () => {
    const address = { name: 'address', message: '"address" must not lead into a private network.' };
    expect(placeFieldErrors(refused(address), ['address']).beside).toEqual({
      address: ['Must not lead into a private network.'],
    });
  });

  test('a part of a field belongs to the field, and a field that only begins alike does not', () => {
    const target = { name: 'assign_to.id', message: 'There is no folder 7 to hold.' };
    expect(placeFieldErrors(refused(target), ['assign_to']).beside).toEqual({
      assign_to: ['There is no folder 7 to hold.'],
    });
    expect(placeFieldErrors(refused(target), ['assign']).foot).not.toBeNull();
  });

  test('an error without a field is shown at the foot in full, besides those with one', () => {
    const placed = placeFieldErrors(
      refused({ name: 'name', message: 'Taken.' }, { name: 'provenance', message: 'Too long.' }),
      ['name'],
    );
    expect(placed).toEqual({
      beside: { name: ['Taken.'] },
      foot: { message: 'It was refused.', remedy: 'Do it otherwise.' },
    });
    expect(placeFieldErrors(refused(), ['name']).foot).toEqual({
      message: 'It was refused.',
      remedy: 'Do it otherwise.',
    });
  });

  test('nothing is wrong before anything was refused', () => {
    expect(placeFieldErrors(null, ['name'])).toEqual({ beside: {}, foot: null });
  });
});
