import type { SearchFilter } from '@redoubt/contracts';
import { isReportField, ownPathOf, reportFieldOf } from '@redoubt/domain';
import { type TextKey, useFormats, useHasText, useLanguage, useProvidedNames, useText } from '@redoubt/i18n';
import { useMemo } from 'react';
import { useAttributeText } from '../events/use-attribute-text.ts';
import { ownFieldOf, valueKindOf, type AnyField, type ObservationKinds, type OwnFields } from './search-fields.ts';

const NONE: OwnFields = [];
const NO_KINDS: ObservationKinds = [];
const NO_NAMES: ReadonlyMap<string, string> = new Map();
/** Of the id of a rule. */
const ID_CHARACTERS = 36;

/**
 * Says fields, values and whole conditions in words.
 * @param ruleNames what rules are called that conditions name by id
 * @param observations what customers call their own
 */
export const useFieldText = (
  own: OwnFields = NONE,
  ruleNames: ReadonlyMap<string, string> = NO_NAMES,
  observations: ObservationKinds = NO_KINDS,
) => {
  const text = useText('search');
  const hasText = useHasText('search');
  const monitor = useText('monitor');
  const hasMonitorText = useHasText('monitor');
  const common = useText('common');
  const language = useLanguage();
  const formats = useFormats();
  const provided = useProvidedNames();
  const attributes = useAttributeText();
  return useMemo(() => {
    const either = new Intl.ListFormat(language, { type: 'disjunction' });
    const countries = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });

    const name = (field: AnyField): string => {
      const path = ownPathOf(field);
      const reported = reportFieldOf(field);
      if (reported !== null)
        return isReportField(reported) ? text(`reportField.${reported}`) : provided.shown(reported);
      if (path === null) return text(`field.${field}` as TextKey<'search'>);
      const given = ownFieldOf(field, own)?.name ?? '';
      return given === '' || given === path ? (attributes.nameWithPart(path) ?? path) : provided.shown(given);
    };
    /** A rule, or a clause of it, by the name of the rule where it is known. */
    const hit = (raw: string): string => {
      const rule = ruleNames.get(raw.slice(0, ID_CHARACTERS));
      if (rule === undefined) return raw;
      const clause = raw.slice(ID_CHARACTERS + 1);
      return clause === '' ? provided.shown(rule) : `${provided.shown(rule)}, ${provided.clause(rule, clause)}`;
    };
    const observation = (raw: string): string => {
      const named = observations.find(({ kind }) => kind === raw)?.name ?? null;
      if (named !== null) return provided.shown(named);
      const key = `kind.${raw}`;
      return hasMonitorText(key) ? monitor(key) : raw;
    };
    const value = (field: AnyField, raw: string): string => {
      const type = ownFieldOf(field, own)?.type;
      if (type === 'boolean') return common(raw === 'true' ? 'value.yes' : 'value.no');
      if (type === 'datetime') return formats.dateTime(raw);
      if (field === 'decision') return common(`decision.${raw}` as TextKey<'common'>);
      if (field === 'fraudLabel') return common(`label.${raw === 'None' ? 'none' : raw}` as TextKey<'common'>);
      if (field === 'observation') return observation(raw);
      const degraded = `degraded.${raw}`;
      if (field === 'degraded' && hasText(degraded)) return text(degraded);
      if (field === 'rule') return provided.shown(raw);
      if (field === 'hit' || field === 'decidedBy') return hit(raw);
      if ((field === 'country' || /^field:\w*Country$/.test(field)) && /^[A-Z]{2}$/.test(raw))
        return `${raw}, ${countries.of(raw) ?? raw}`;
      return raw;
    };
    const operatorText = (field: AnyField, operator: SearchFilter['operator']): string =>
      valueKindOf(field, own) === 'time' && (operator === 'atLeast' || operator === 'atMost')
        ? text(`timeOperator.${operator}`)
        : text(`operator.${operator}`);
    /** The name of a clause is known within the rule that the question asks for. */
    const condition = ({ field, operator, values }: SearchFilter, all: readonly SearchFilter[]) => {
      const rules = all.find((each) => each.field === 'rule' && each.operator === 'is')?.values ?? [];
      const short = (each: string): string => {
        if (field === 'clause') return provided.clause(rules.length === 1 ? (rules[0] ?? null) : null, each);
        return field === 'country' ? each : value(field, each);
      };
      return { start: `${name(field)} ${operatorText(field, operator)}`, values: either.format(values.map(short)) };
    };
    return { field: name, operator: operatorText, value, condition };
  }, [
    text,
    hasText,
    monitor,
    hasMonitorText,
    common,
    language,
    formats,
    provided,
    attributes,
    own,
    ruleNames,
    observations,
  ]);
};
