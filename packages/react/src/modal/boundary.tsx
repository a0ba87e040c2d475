import { Component, type ReactNode } from 'react'

/** Shows `fallback` in place of a screen that crashed; a new `resetKey` tries again. */
export class Boundary extends Component<
  { fallback: ReactNode; resetKey: number; children: ReactNode },
  { failedAt: number | null }
> {
  override state: { failedAt: number | null } = { failedAt: null }

  override componentDidCatch() {
    this.setState({ failedAt: this.props.resetKey })
  }

  static getDerivedStateFromError() {
    return { failedAt: Number.NaN }
  }

  override render() {
    const { failedAt } = this.state
    const failed = failedAt !== null && (Number.isNaN(failedAt) || failedAt === this.props.resetKey)
    return failed ? this.props.fallback : this.props.children
  }
}
