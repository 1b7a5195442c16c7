import { zodResolver } from '@hookform/resolvers/zod';
import { useFailureText } from '@redoubt/ui';
import { useEffect, useRef, type KeyboardEvent, type SubmitEvent } from 'react';
import {
  get,
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';

type Schema = z.ZodType<FieldValues, FieldValues>;

type WireFormOptions<S extends Schema> = {
  /** The body of the endpoint, or the part of it that is typed in. */
  readonly body: S;
  readonly values: z.input<S>;
  /** What a field says whose value does not fit, by path; rows of a list share the path without their number. */
  readonly texts: Readonly<Record<string, string>>;
  /** What keeps the form from being sent besides its fields. */
  readonly blocked?: string | undefined;
  /** What the server answered to the last try. */
  readonly error?: unknown;
  /** Fields that codes of the error table are about. */
  readonly fieldOf?: Readonly<Record<string, FieldPath<z.input<S>>>>;
  readonly onSubmit: (body: z.output<S>) => void;
  /** What Escape in the form does, where that leaves it. */
  readonly onEscape?: () => void;
};

const withoutNumbers = (path: string): string => path.replaceAll(/\[\d+\]|\.\d+(?=\.|$)/g, '');

/** What is wrong with a field; of a list, what is wrong with the first wrong row. */
const messageOf = (error: unknown): string | undefined => {
  if (Array.isArray(error)) return messageOf(error.find(Boolean));
  const { message } = (error ?? {}) as { readonly message?: unknown };
  return typeof message === 'string' ? message : undefined;
};

/** `body.grants[0].roles` of an answer as the form calls it: `grants.0.roles`. */
const pathInForm = (path: string): string => path.replace(/^body\.?/, '').replaceAll(/\[(\d+)\]/g, '.$1');

/**
 * A form over a schema of the wire. Fields say what is wrong once they were left, or when the server refused them; the
 * first wrong one has the focus then. Ctrl+Enter sends from any field, Escape leaves where there is somewhere to go.
 */
export const useWireForm = <S extends Schema>(options: WireFormOptions<S>) => {
  const { body, values: defaultValues, texts, blocked, error, fieldOf = {}, onSubmit, onEscape } = options;
  const say = useFailureText();
  const textAt = (path: string): string =>
    texts[withoutNumbers(path)] ?? say({ code: 'REQ-INVALID', params: { count: 1 } });
  const parse = { error: ({ path = [] }: { readonly path?: PropertyKey[] | undefined }) => textAt(path.join('.')) };
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    resolver: zodResolver(body, parse),
    defaultValues: defaultValues as DefaultValues<z.input<S>>,
    mode: 'onTouched',
  });
  const { isDirty } = form.formState;
  const checked = body.safeParse(form.watch(), parse);
  const disabledReason = checked.success ? blocked : checked.error.issues[0]?.message;

  const places =
    error instanceof ApiError
      ? error.code in fieldOf
        ? [{ path: fieldOf[error.code] as string, message: say(error) }]
        : error.problems.map(({ path }) => ({ path: pathInForm(path), message: textAt(pathInForm(path)) }))
      : [];
  const reported = useRef<unknown>(null);
  useEffect(() => {
    if (error === reported.current) return;
    reported.current = error;
    for (const [at, { path, message }] of places.entries())
      form.setError(path as FieldPath<z.input<S>>, { type: 'server', message }, { shouldFocus: at === 0 });
  });

  const send = form.handleSubmit((read) => {
    if (blocked === undefined) onSubmit(read);
  });
  return {
    ...form,
    /**
     * Of a field: Fluent's inputs keep what they show themselves, so they are given what they begin with. One whose value is
     * also set by the program is given it as `value`.
     */
    register: <Path extends FieldPath<z.input<S>>>(path: Path, settings?: RegisterOptions<z.input<S>, Path>) => ({
      ...form.register(path, settings),
      defaultValue: String(get(form.getValues(), path) ?? ''),
    }),
    isDirty,
    /** Why it cannot be sent as it stands: the first field that does not fit, or what blocks it. */
    disabledReason,
    send,
    /** What a field says about its value. */
    problemAt: (path: FieldPath<z.input<S>>): string | undefined =>
      messageOf(form.getFieldState(path, form.formState).error),
    /** Whether a field says all that the last answer of the server was about. */
    isToldAtField: error instanceof ApiError && error.code in fieldOf,
    formProps: {
      noValidate: true,
      onSubmit: (event: SubmitEvent) => void send(event),
      onKeyDown: (event: KeyboardEvent) => {
        const key =
          event.key === 'Enter' && (event.ctrlKey || event.metaKey) ? send : event.key === 'Escape' && onEscape;
        if (!key) return;
        // The page around the form may listen for the same keys.
        event.preventDefault();
        event.stopPropagation();
        void key();
      },
    },
  };
};
