# Rscript r/test.R, with DOVETAIL: what the file promises, tried on the program.
source("r/dovetail.R")
d <- dovetail_open()
r <- dovetail_ask(d, "rank --by c --top 3")
stopifnot(r$words == 2187, is.data.frame(r$rows), identical(r$rows$word, c("HDHRDHH", "HRRDHHR", "HHRDHHR")))
stopifnot(dovetail_ask(d, "topswops max 13")$length == 80, dovetail_ask(d, "orders 52")[["in"]]$order == 52)
stopifnot(length(dovetail_ask(d, "orders 52 54")) == 2)
stopifnot(nrow(dovetail_ask(d, "orders 2..1e5")$rows) == 99999)
fails <- function(...) tryCatch(dovetail_ask(d, ...), dovetail_error = identity)
stopifnot(fails("score XYZ")$code == 2, grepl("not answered within", fails("topswops max 19", timeout = 0.1)$message))
shares <- c()
far <- dovetail_ask(d, "rank -m 9 --by worst", progress = function(p) shares <<- c(shares, p$share))
stopifnot(length(shares) > 0, shares >= 0, shares <= 1)
path <- dovetail_picture(d, "rank --by c -m 2", tempfile(fileext = ".png"))
stopifnot(file.size(path) > 1000)
quoted <- "rank --by c -n 8 -m 2 --alphabet R --model 'R=riffle(cut=normal, sd=2)'"
stopifnot(dovetail_ask(d, quoted)$models == "R=riffle(cut=normal,sd=2)")
stopifnot(file.size(dovetail_picture(d, quoted, tempfile(fileext = ".png"))) > 1000)
stopifnot(fails(c("orders", "52"))$code == 2, fails("hands -5file")$code == 2)
dovetail_close(d)
stopifnot(inherits(try(dovetail_ask(d, "orders 52"), silent = TRUE), "try-error"))

# What docs/reach.md and the head of the file show can be done, in a folder of its own.
reach <- readLines("docs/reach.md")
section <- reach[cumsum(startsWith(reach, "## ")) == which(grep("^## ", reach, value = TRUE) == "## R")]
samples <- list(sub("^    ", "", grep("^    ", section, value = TRUE)),
                sub("^#   ", "", grep("^#   ", readLines("r/dovetail.R"), value = TRUE)))
stopifnot(lengths(samples) >= 5)
folder <- tempfile()
dir.create(file.path(folder, "r"), recursive = TRUE)
invisible(file.copy("r/dovetail.R", file.path(folder, "r")))
setwd(folder)
for (sample in samples) eval(parse(text = sample), new.env())
cat("R: all is as promised\n")
