import { maskOf } from '@redoubt/domain';
import { decodedText } from '@redoubt/kernel';
import type { StoredSavedView } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { isPersonalField } from '../privacy/mask-answers.ts';

/** Conditions of search, `field~operator~value~value;…`, in groups with `|` between; any other parameter reads as one field. */
const conditionsOf = (parameter: string): readonly (readonly string[])[] =>
  parameter.split(/[;|]/).map((condition) => condition.split('~').map(decodedText));

const isPersonal = (text: string): boolean => maskOf('', text) !== null;

/** Whether conditions name values of personal fields, or e-mail addresses and addresses on the internet in any other. */
const tellsOfPerson = (parameters: string): boolean =>
  [...new URLSearchParams(parameters).values()].flatMap(conditionsOf).some((words) => {
    const [field = '', , ...values] = words;
    return words.some(isPersonal) || (values.length > 0 && isPersonalField(field));
  });

/** A name with its words masked that have the form of an e-mail address or an address on the internet. */
export const maskWords = (name: string): string =>
  name.replaceAll(/[^\s,;()<>"]+/g, (word) => maskOf('', word) ?? word);

/**
 * Views as a caller sees them. Where the caller sees masks, shared views of others that ask for a person's values are left
 * out: what they find would be found by a value that the caller may not read. Their names stand masked as far as the form of
 * a word tells. One's own stand as they were typed.
 */
export const seenViews = <View extends StoredSavedView>(
  { actor, maskedEnvironments }: Pick<EnvironmentContext, 'actor' | 'maskedEnvironments'>,
  views: readonly View[],
): readonly View[] => {
  if (maskedEnvironments === undefined || maskedEnvironments.size === 0) return views;
  return views
    .filter(({ ownerId, parameters }) => ownerId === actor.id || !tellsOfPerson(parameters))
    .map((view) => (view.ownerId === actor.id ? view : { ...view, name: maskWords(view.name) }));
};
