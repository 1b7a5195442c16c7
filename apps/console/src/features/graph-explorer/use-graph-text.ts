import {
  isDrawnGraphKind,
  isStandardGraphKind,
  type DrawnGraphKind,
  type GraphKind,
  type StandardGraphKind,
} from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { shortenMiddle } from '@redoubt/ui';
import { useMemo } from 'react';
import type { OwnFields } from '../../shared/search/search-fields.ts';
import { useDefinedName } from '../../shared/assessments/assessments.queries.ts';
import { useFieldText } from '../../shared/search/use-field-text.ts';
import type { GraphItem } from './model/graph-model.ts';

const MOST_CHARACTERS = 26;

/** What stands in the circle of a kind; searchable texts have the first letter of their name. The filters say which is which. */
const LETTERS: Readonly<Record<StandardGraphKind | DrawnGraphKind, string>> = {
  userId: 'U',
  email: '@',
  deviceId: 'D',
  paymentInstrumentId: 'C',
  ipAddress: 'IP',
  phone: 'T',
  address: 'A',
  product: 'P',
};

/** In the circle of a linkable attribute, whatever it is called. */
const LINKABLE_SIGN = '◆';

/** Says kinds and items of the graph in words. @param own texts of each kind of event that has them */
export const useGraphText = (own: OwnFields) => {
  const text = useText('graphExplorer');
  const formats = useFormats();
  const say = useFieldText(own);
  const assessmentName = useDefinedName();
  return useMemo(() => {
    const linkableOf = (of: GraphKind) => own.filter(({ field, linkableAs }) => field === of && linkableAs !== null);
    const kind = (of: GraphKind): string => {
      if (isDrawnGraphKind(of)) return text(`kind.${of}`);
      const name = say.field(of);
      const shown = name.slice(0, 1).toLocaleUpperCase() + name.slice(1);
      const linkable = linkableOf(of);
      return linkable.length === 0
        ? shown
        : text('kind.attribute', {
            name: shown,
            assessment: linkable.map(({ eventType }) => assessmentName(eventType)).join(', '),
          });
    };
    /** How rules name a linkable attribute as a kind, once for each assessment that marks it; empty for other kinds. */
    const ruleKinds = (of: GraphKind): string =>
      linkableOf(of)
        .map(({ linkableAs }) => linkableAs)
        .join(', ');
    const isCluster = ({ members }: GraphItem): boolean => members.length > 1;
    const letter = (of: GraphKind): string =>
      isStandardGraphKind(of) || isDrawnGraphKind(of)
        ? LETTERS[of]
        : linkableOf(of).length === 0
          ? kind(of).slice(0, 1).toLocaleUpperCase()
          : LINKABLE_SIGN;
    /** A value as it is read in a list; a cluster by how many it holds. */
    const value = (item: GraphItem): string =>
      isCluster(item)
        ? text('cluster', {
            count: item.members.length,
            formatted: formats.number(item.members.length),
            kind: kind(item.kind),
          })
        : (item.name ?? item.value);
    const eventsOf = (item: GraphItem): string =>
      item.fraud === 0
        ? text('events', { count: item.events.length, formatted: formats.number(item.events.length) })
        : text('eventsAndFraud', {
            count: item.events.length,
            formatted: formats.number(item.events.length),
            fraud: formats.number(item.fraud),
          });
    const note = (item: GraphItem): string =>
      item.isLabelled ? text('labelled', { events: eventsOf(item) }) : eventsOf(item);
    const describe = (item: GraphItem) => ({
      label: shortenMiddle(value(item), MOST_CHARACTERS),
      letter: letter(item.kind),
      note: note(item),
    });
    return { kind, ruleKinds, letter, value, note, describe, isCluster };
  }, [text, formats, say, own, assessmentName]);
};

export type GraphText = ReturnType<typeof useGraphText>;
