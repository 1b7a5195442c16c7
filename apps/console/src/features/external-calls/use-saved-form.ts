import { useState } from 'react';

type Saved = { readonly id: string; readonly version: string };

type Mutation<Input, Answer> = {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly mutate: (input: Input, options: { readonly onSuccess: (answer: Answer) => void }) => void;
};

export type SavedFormOptions<Form, Body, Detail extends Saved> = {
  readonly start: () => Form;
  /** The form of what was saved. */
  readonly formOf: (detail: Detail) => Form;
  /** What is edited; null for something new. */
  readonly stored: Saved | null;
  readonly isChanged?: boolean;
  /** As it is sent; undefined while it cannot be. */
  readonly bodyOf: (form: Form) => Body | undefined;
  readonly create: Mutation<Body, Detail>;
  readonly change: Mutation<Body & Saved, Detail>;
  readonly onMade: (id: string) => void;
};

/** A form that is saved by a command, not by itself: what is typed, and whether it differs from what is kept. */
export const useSavedForm = <Form extends object, Body extends object, Detail extends Saved>(
  options: SavedFormOptions<Form, Body, Detail>,
) => {
  const { start, formOf, stored, bodyOf, create, change, onMade } = options;
  const [form, setForm] = useState<Form>(start);
  const [isChanged, setChanged] = useState(options.isChanged ?? false);
  const edit = (next: (before: Form) => Form): void => {
    setForm(next);
    setChanged(true);
  };
  const isSaving = create.isPending || change.isPending;
  const save = (): void => {
    const body = bodyOf(form);
    if (body === undefined || isSaving || !isChanged) return;
    const onSuccess = (saved: Detail): void => {
      setForm(formOf(saved));
      setChanged(false);
      if (stored === null) onMade(saved.id);
    };
    if (stored) change.mutate({ ...body, id: stored.id, version: stored.version }, { onSuccess });
    else create.mutate(body, { onSuccess });
  };
  const update = (part: Partial<Form>): void => edit((before) => ({ ...before, ...part }));
  return { form, edit, update, isChanged, isSaving, save, error: create.error ?? change.error };
};
