# Exact answers about card shuffling, from the program dovetail. Needs the packages processx and jsonlite.
#
#   source("r/dovetail.R")
#   d <- dovetail_open()
#   r <- dovetail_ask(d, "rank --top 3")
#   r$rows[, c("word", "w", "tvd_mean")]
#   dovetail_close(d)
#
# One process answers all questions: lines of JSON go in, lines of JSON come out (docs/serve.md). Records
# are lists, and lists of rows are data frames (docs/schemas.md has their fields). Integers beyond 2^53 and
# digits that are certain to the last are text: a number of R would lose some of them.

dovetail_open <- function(program = Sys.getenv("DOVETAIL", "dovetail"), threads = NULL) {
  args <- c("serve", "--quiet", if (!is.null(threads)) c("--threads", as.character(threads)))
  d <- new.env()
  d$program <- program
  d$process <- processx::process$new(program, args, stdin = "|", stdout = "|", stderr = "|")
  d$asked <- 0
  d
}

# The answer to a command line without the name of the program; a list of records, if there are several.
# progress is called with share, seconds, left and part. An error has the class dovetail_error, the exit
# code of the program in $code, and what was known by then in $records.
dovetail_ask <- function(d, command, timeout = NULL, progress = NULL) {
  id <- d$asked <- d$asked + 1
  request <- list(id = id, command = command, progress = !is.null(progress))
  if (!is.null(timeout)) request$seconds <- timeout
  dovetail_send(d, request)
  on.exit(dovetail_send(d, list(cancel = id))) # nothing, once it is answered
  records <- list()
  repeat {
    reply <- dovetail_reply(d)
    if (!is.null(reply$id) && !identical(as.numeric(reply$id), as.numeric(id))) next # of one that was given up
    if (!is.null(reply$progress)) {
      progress(reply$progress)
    } else if (!is.null(reply$record)) {
      records[[length(records) + 1]] <- reply$record
    } else if (!is.null(reply$error)) {
      stop(structure(
        class = c("dovetail_error", "error", "condition"),
        list(message = reply$error, call = NULL, code = reply$code, records = records)
      ))
    } else if (isTRUE(reply$done)) {
      return(if (length(records) == 1) records[[1]] else records)
    }
  }
}

# Draw the answer to a command to a file, .png or .svg, as the program does.
dovetail_picture <- function(d, command, path) {
  words <- scan(text = command, what = "", quiet = TRUE) # an argument may stand in quotes
  out <- if (.Platform$OS.type == "windows") "NUL" else "/dev/null"
  ran <- processx::run(d$program, c(words, "--png", path, "--out", out, "--quiet"), error_on_status = FALSE)
  if (ran$status != 0) {
    stop(structure(
      class = c("dovetail_error", "error", "condition"),
      list(message = trimws(ran$stderr), call = NULL, code = ran$status, records = list())
    ))
  }
  invisible(path)
}

dovetail_close <- function(d) invisible(d$process$kill())

dovetail_send <- function(d, request) {
  left <- charToRaw(paste0(jsonlite::toJSON(request, auto_unbox = TRUE, digits = NA), "\n"))
  while (length(left) > 0 && d$process$is_alive()) left <- d$process$write_input(left)
}

dovetail_reply <- function(d) {
  repeat {
    line <- d$process$read_output_lines(1)
    if (length(line) > 0) return(jsonlite::fromJSON(line))
    if (!d$process$is_incomplete_output() && !d$process$is_alive()) {
      stop("dovetail has ended: ", paste(d$process$read_error_lines(), collapse = " "))
    }
    d$process$poll_io(1000)
  }
}
