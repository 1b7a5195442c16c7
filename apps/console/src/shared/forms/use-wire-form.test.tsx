import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Input } from '@fluentui/react-components';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { useWireForm } from './use-wire-form.ts';
import { WireField } from './WireField.tsx';

const body = z.strictObject({ name: z.string().trim().min(1), host: z.strictObject({ port: z.string().min(1) }) });

const EMPTY: z.input<typeof body> = { name: '', host: { port: '' } };

const Form = (props: {
  readonly values?: z.input<typeof body>;
  readonly error?: unknown;
  readonly onSubmit: (read: z.output<typeof body>) => void;
}) => {
  const form = useWireForm({
    body,
    values: props.values ?? EMPTY,
    texts: { name: 'Give a name.', 'host.port': 'Give a port.' },
    error: props.error,
    fieldOf: { 'LIST-NAME-TAKEN': 'name' },
    onSubmit: props.onSubmit,
  });
  return (
    <form {...form.formProps}>
      <WireField form={form} name="name" label="Name">
        <Input {...form.register('name')} />
      </WireField>
      <WireField form={form} name="host.port" label="Port">
        <Input {...form.register('host.port')} />
      </WireField>
      <p>{form.disabledReason}</p>
      <p>{form.isToldAtField ? 'told' : 'not told'}</p>
      <button type="submit">Send</button>
    </form>
  );
};

const field = (name: string) => screen.getByRole('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const refusal = (code: string, path?: string) =>
  new ApiError({
    code,
    status: 400,
    correlationId: '1',
    ...(path === undefined ? {} : { problems: [{ path, message: 'Invalid' }] }),
  });

afterEach(cleanup);

describe('a form over the wire', () => {
  it('begins with what is there, and sends what was left as it is', async () => {
    const onSubmit = vi.fn();
    await renderConsole(<Form values={{ name: 'web', host: { port: '443' } }} onSubmit={onSubmit} />);
    expect(field('Name')).toHaveProperty('value', 'web');
    type('Port', '8443');
    await waitFor(() => expect(field('Name')).toHaveProperty('value', 'web'));
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: 'web', host: { port: '8443' } }));
  });

  it('says at a field what is wrong once it was left, and before that why it cannot be sent', async () => {
    await renderConsole(<Form onSubmit={vi.fn()} />);
    expect(screen.getByText('Give a name.').tagName).toBe('P');
    fireEvent.blur(field('Name'));
    await waitFor(() => expect(screen.getAllByText('Give a name.')).toHaveLength(2));
    type('Name', 'web');
    await waitFor(() => expect(screen.queryByText('Give a name.')).toBeNull());
    expect(screen.getAllByText('Give a port.')).toHaveLength(1);
  });

  it('goes to the first wrong field when it is sent, and sends what the schema read with Ctrl+Enter', async () => {
    const onSubmit = vi.fn();
    await renderConsole(<Form onSubmit={onSubmit} />);
    type('Name', ' web ');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(document.activeElement).toBe(field('Port')));
    expect(onSubmit).not.toHaveBeenCalled();
    type('Port', '443');
    fireEvent.keyDown(field('Port'), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: 'web', host: { port: '443' } }));
  });

  it('shows at their fields the places that the server names', async () => {
    await renderConsole(<Form onSubmit={vi.fn()} error={refusal('REQ-INVALID', 'body.host.port')} />);
    await waitFor(() => expect(screen.getAllByText('Give a port.')).toHaveLength(1));
    expect(document.activeElement).toBe(field('Port'));
    expect(screen.getByText('not told')).toBeDefined();
  });

  it('says the code of the table at its field', async () => {
    await renderConsole(<Form onSubmit={vi.fn()} error={refusal('LIST-NAME-TAKEN')} />);
    await waitFor(() => expect(document.activeElement).toBe(field('Name')));
    expect(field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('told')).toBeDefined();
  });
});
