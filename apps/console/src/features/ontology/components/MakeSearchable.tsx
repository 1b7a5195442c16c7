import { Checkbox, Input, Select } from '@fluentui/react-components';
import { createSearchAttribute, type SearchAttribute } from '@redoubt/contracts';
import {
  MAX_SEARCH_TEXT,
  SEARCH_ATTRIBUTE_TYPES,
  type AssessmentKind,
  type SearchAttributeType,
} from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { useSearchAttributeMutations } from '../search-attributes.queries.ts';

/** Codes that are about the path. */
const fieldOf = {
  'SRCH-ATTRIBUTE-PATH': 'path',
  'SRCH-ATTRIBUTE-NO-VALUE': 'path',
  'SRCH-ATTRIBUTE-TYPE': 'path',
  'SRCH-ATTRIBUTE-KNOWN': 'path',
  'SRCH-ATTRIBUTE-EXISTS': 'path',
  'SRCH-ATTRIBUTE-BELOW': 'path',
} as const;

/** Makes an attribute searchable where it stands: its type, unless the schema says it, and whether stored events count. */
export const MakeSearchable = (props: {
  readonly eventType: AssessmentKind;
  /** Absent where it is still to be said. */
  readonly path?: string;
  /** The type it most likely has. */
  readonly type: SearchAttributeType;
  /** Whether the schema gives the type. */
  readonly isTypeKnown: boolean;
  readonly onMade?: (path: string) => void;
}): ReactNode => {
  const { eventType, isTypeKnown, onMade } = props;
  const asksPath = props.path === undefined;
  const text = useText('ontology');
  const common = useText('common');
  const { create } = useSearchAttributeMutations();
  const form = useWireForm({
    body: createSearchAttribute.body,
    values: { eventType, path: props.path ?? '', type: props.type, fill: true },
    texts: { path: text('search.pathHint') },
    blocked: create.isPending ? common('saving') : undefined,
    error: create.error,
    fieldOf: { ...fieldOf, ...(isTypeKnown ? {} : { 'SRCH-ATTRIBUTE-TYPE': 'type' as const }) },
    onSubmit: (body) => {
      const isMade = (each: SearchAttribute): boolean =>
        each.eventType === eventType && each.path.toLowerCase() === body.path.toLowerCase();
      // The schema may spell it in another way.
      create.mutate(body, { onSuccess: ({ attributes }) => onMade?.(attributes.find(isMade)?.path ?? body.path) });
    },
  });
  return (
    <form className="stack-2" {...form.formProps}>
      {asksPath ? (
        <WireField form={form} name="path" label={text('search.path')} hint={text('search.pathHint')}>
          <Input size="small" spellCheck={false} {...form.register('path')} />
        </WireField>
      ) : null}
      {isTypeKnown ? null : (
        <WireField form={form} name="type" label={text('search.type')}>
          <Select size="small" {...form.register('type')}>
            {SEARCH_ATTRIBUTE_TYPES.map((each) => (
              <option key={each} value={each}>
                {text(`type.${each}`)}
              </option>
            ))}
          </Select>
        </WireField>
      )}
      {form.watch('type') === 'string' ? (
        <p className="soft">{text('search.exact', { count: MAX_SEARCH_TEXT })}</p>
      ) : null}
      <Checkbox
        label={text('search.fill')}
        checked={form.watch('fill') ?? true}
        onChange={(_event, { checked }) => form.setValue('fill', checked === true)}
      />
      {create.error && !(asksPath && form.isToldAtField) ? <ErrorState compact error={create.error} /> : null}
      <div className="row-wrap-middle">
        <CommandButton
          primary
          type="submit"
          command={{ id: 'makeSearchable', text: text('search.make'), disabledReason: form.disabledReason }}
        />
      </div>
    </form>
  );
};
