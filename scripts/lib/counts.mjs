/**
 * How many tests passed and failed by a JSON report of Vitest or Playwright. A run that ended badly without a failed
 * test, or without a report, counts as one failure: silence is not success.
 */
export function countsIn(report, code) {
  const { passed, failed } = parse(report)
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed }
}

function parse(text) {
  try {
    const report = JSON.parse(text)
    if (report.stats)
      return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
    return { passed: report.numPassedTests, failed: report.numFailedTests }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
