import { Button, Checkbox, Field, Input, Select } from '@fluentui/react-components';
import type { SearchAttribute } from '@redoubt/contracts';
import {
  MAX_SEARCH_TEXT,
  SEARCH_ATTRIBUTE_TYPES,
  type AssessmentKind,
  type SearchAttributeType,
} from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { asFailure, useFailureText } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useSearchAttributeMutations } from '../search-attributes.queries.ts';
import styles from './search-section.module.css';

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
  const text = useText('ontology');
  const failureText = useFailureText();
  const { create } = useSearchAttributeMutations();
  const [typed, setTyped] = useState('');
  const [type, setType] = useState(props.type);
  const [fill, setFill] = useState(true);
  const path = props.path ?? typed.trim();
  const problem = create.error === null ? undefined : failureText(asFailure(create.error));
  return (
    <form
      className={styles.section}
      onSubmit={(event) => {
        event.preventDefault();
        if (path === '') return;
        const isMade = (each: SearchAttribute): boolean =>
          each.eventType === eventType && each.path.toLowerCase() === path.toLowerCase();
        create.mutate(
          { eventType, path, type, fill },
          // The schema may spell it in another way.
          { onSuccess: ({ attributes }) => onMade?.(attributes.find(isMade)?.path ?? path) },
        );
      }}
    >
      {props.path === undefined ? (
        <Field
          label={text('search.path')}
          size="small"
          {...(problem === undefined ? { hint: text('search.pathHint') } : { validationMessage: problem })}
        >
          <Input
            size="small"
            value={typed}
            spellCheck={false}
            onChange={(_event, { value }) => {
              setTyped(value);
              create.reset();
            }}
          />
        </Field>
      ) : null}
      {isTypeKnown ? null : (
        <Field label={text('search.type')} size="small">
          <Select
            size="small"
            value={type}
            onChange={(_event, { value }) => {
              setType(value as SearchAttributeType);
              create.reset();
            }}
          >
            {SEARCH_ATTRIBUTE_TYPES.map((each) => (
              <option key={each} value={each}>
                {text(`type.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {type === 'string' ? <p className="soft">{text('search.exact', { count: MAX_SEARCH_TEXT })}</p> : null}
      <Checkbox
        label={text('search.fill')}
        checked={fill}
        onChange={(_event, { checked }) => setFill(checked === true)}
      />
      {problem !== undefined && props.path !== undefined ? <p role="alert">{problem}</p> : null}
      <div className="row-wrap-middle">
        <Button type="submit" size="small" appearance="primary" disabled={create.isPending || path === ''}>
          {text('search.make')}
        </Button>
      </div>
    </form>
  );
};
