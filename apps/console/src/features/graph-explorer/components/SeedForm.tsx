import { Button, Input, Select } from '@fluentui/react-components';
import { GRAPH_KINDS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useDefinedAssessments } from '../../../shared/assessments/assessments.queries.ts';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import type { OwnFields } from '../../../shared/search/search-fields.ts';
import { SEARCHABLE_TYPES } from '../../../shared/search/search-address.ts';
import type { SeedKind } from '../graph-explorer-address.ts';
import type { GraphText } from '../use-graph-text.ts';
import styles from './graph.module.css';

/** What the graph starts from: a kind of value or event, and the value or id. */
export const SeedForm = (props: {
  readonly kind: SeedKind;
  readonly value: string;
  readonly own: OwnFields;
  readonly say: GraphText;
  readonly onAsk: (seed: { readonly kind: string; readonly value: string }) => void;
}): ReactNode => {
  const { kind, value, own, say, onAsk } = props;
  const text = useText('graphExplorer');
  const search = useText('search');
  const defined = useDefinedAssessments().filter(({ isSearchable }) => isSearchable);
  const form = useWireForm({
    body: z.object({ kind: z.string(), value: z.string() }),
    values: { kind, value },
    texts: {},
    onSubmit: (seed) => onAsk(seed),
  });
  return (
    <form className={styles.seed} {...form.formProps}>
      <Select size="small" aria-label={text('seed.kind')} {...form.register('kind')}>
        <optgroup label={text('seed.values')}>
          {[...GRAPH_KINDS, ...own.map(({ field }) => field)].map((each) => (
            <option key={each} value={each}>
              {say.kind(each as (typeof GRAPH_KINDS)[number])}
            </option>
          ))}
        </optgroup>
        <optgroup label={text('seed.events')}>
          {SEARCHABLE_TYPES.map((each) => (
            <option key={each} value={each}>
              {search(`type.${each}`)}
            </option>
          ))}
          {defined.map(({ kind: each, friendlyName }) => (
            <option key={each} value={each}>
              {friendlyName}
            </option>
          ))}
        </optgroup>
      </Select>
      <Input
        size="small"
        className={styles.seedValue ?? ''}
        aria-label={text('seed.value')}
        placeholder={text('seed.value')}
        maxLength={256}
        {...form.register('value')}
      />
      <Button type="submit" size="small">
        {text('seed.find')}
      </Button>
    </form>
  );
};
