import webpack from 'webpack'

webpack(
  {
    mode: 'production',
    entry: './src/main.js',
    output: { path: `${import.meta.dirname}/out/webpack`, filename: 'main.js' },
    performance: { hints: false },
  },
  (error, stats) => {
    const { errors = [], warnings = [] } =
      stats?.toJson({ all: false, errors: true, warnings: true }) ?? {}
    for (const each of errors) console.log(`error: ${each.message}`)
    for (const each of warnings) console.log(`warning: ${each.message}`)
    process.exitCode = error || errors.length > 0 ? 1 : 0
  },
)
