import { Component, type ReactNode } from 'react'

/** Draws nothing in place of a modal that could not be loaded or drawn, and tells so: the app around it lives on. */
export class Broken extends Component<
  { onBroken(cause: unknown): void; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(cause: unknown) {
    this.props.onBroken(cause)
  }

  override render() {
    return this.state.isBroken ? null : this.props.children
  }
}
