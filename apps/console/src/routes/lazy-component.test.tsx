import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyComponent } from './lazy-component.tsx';

const Waiting = () => <p>waiting</p>;
const Editor = ({ name }: { readonly name: string }) => <p>editor of {name}</p>;

class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override readonly state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? (
      <button onClick={() => this.setState({ failed: false })}>again</button>
    ) : (
      this.props.children
    );
  }
}

test('a component of its own chunk stands in for itself until it has come, and once only', async () => {
  const load = vi.fn(() => Promise.resolve(Editor));
  const Lazy = lazyComponent(load, Waiting);
  const first = render(<Lazy name="a" />);
  expect(screen.getByText('waiting')).toBeDefined();
  expect(await screen.findByText('editor of a')).toBeDefined();
  first.unmount();
  render(<Lazy name="b" />);
  expect(screen.getByText('editor of b')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a chunk that could not be loaded is asked for again after a failure was shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn(() => Promise.resolve(Editor));
  load.mockRejectedValueOnce(new Error('gone')).mockRejectedValueOnce(new Error('gone'));
  const Lazy = lazyComponent(load, Waiting);
  render(
    <Boundary>
      <Lazy name="a" />
    </Boundary>,
  );
  (await screen.findByRole('button', { name: 'again' })).click();
  expect(await screen.findByText('editor of a')).toBeDefined();
  vi.restoreAllMocks();
});
